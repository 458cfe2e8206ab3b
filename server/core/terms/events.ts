import { z } from "zod";
import { eventTypes } from "../kernel/event";

const Percent = z.number().describe("In percent of the net revenue");

const SHARED = { scope: "payouts:read", subjects: ["term"] } as const;

export const TERM_EVENTS = eventTypes(SHARED, {
  "term.created": {
    summary: "The platform set your revenue share from a later month on",
    data: z.object({
      product: z
        .string()
        .nullable()
        .describe("Code of the product; null: all products without a term of their own"),
      fromMonth: z.string().describe("First month it applies to, in UTC: 2026-12"),
      percent: Percent,
      before: Percent.describe("The percentage that would have applied to that month"),
    }),
    example: {
      subject: "trm_01jd5n8k3v0000000000000000",
      data: { product: null, from_month: "2026-12", percent: 22.5, before: 20 },
    },
  },
});
