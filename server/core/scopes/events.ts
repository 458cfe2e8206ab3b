import { z } from "zod";
import { eventTypes } from "../kernel/event";

const SHARED = { scope: null, subjects: ["scope"] } as const;

export const SCOPE_EVENTS = eventTypes(SHARED, {
  "scope.removed": {
    summary: "The platform removed a scope that active keys had: they no longer have it",
    data: z.object({
      count: z.int().describe("The number of your active keys that lost the scope"),
      keys: z.array(z.string()).describe("IDs of these keys, at most the first 100"),
    }),
    example: {
      subject: "orders:read",
      data: { count: 1, keys: ["key_01jd5n8k3v0000000000000000"] },
    },
  },
});
