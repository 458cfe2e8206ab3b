import { z } from "zod";
import { eventTypes } from "../kernel/event";

export const PRODUCT_EVENTS = eventTypes({
  "product.changed": {
    scope: "prices:read",
    subjects: ["product", "import"],
    summary: "The platform added products, or changed their name, floor or default price",
    data: z.object({
      count: z.int().describe("The number of products"),
      products: z.array(z.string()).describe("Product codes, at most the first 100"),
    }),
    example: { subject: "basic", data: { count: 1, products: ["basic"] } },
  },
});
