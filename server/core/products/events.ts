import { z } from "zod";
import { eventTypes } from "../kernel/event";

const SHARED = { scope: "prices:read", subjects: ["product"] } as const;

export const PRODUCT_EVENTS = eventTypes(SHARED, {
  "product.changed": {
    subjects: ["product", "import"],
    summary: "The platform added products, or changed their name, floor or default price",
    data: z.object({
      count: z.int().describe("The number of products"),
      products: z.array(z.string()).describe("Product codes, at most the first 100"),
    }),
    example: { subject: "basic", data: { count: 1, products: ["basic"] } },
  },
  "product.archived": {
    summary:
      "The platform archived a product: customers who are created later can't be charged for it, and you can't change its price",
    data: z.object({}),
    example: { subject: "basic", data: {} },
  },
  "product.unarchived": {
    summary: "The platform made an archived product available again",
    data: z.object({}),
    example: { subject: "basic", data: {} },
  },
});
