import { z } from "zod";
import { eventTypes } from "../kernel/event";

const PARTNER = { subject: "prt_01jd5n8k3v0000000000000000" };

const SHARED = { scope: null, subjects: ["partner"] } as const;

export const PARTNER_EVENTS = eventTypes(SHARED, {
  "partner.suspended": {
    summary: "The platform suspended you: write endpoints are closed",
    data: z.object({ reason: z.string().nullable().describe("Reason, if given") }),
    example: { ...PARTNER, data: { reason: "Unpaid invoices" } },
  },
  "partner.reactivated": {
    summary: "The platform ended the suspension",
    data: z.object({}),
    example: { ...PARTNER, data: {} },
  },
  "partner.terminated": {
    summary:
      "The platform ended the partnership: write endpoints stay closed, and your months are still closed and paid",
    data: z.object({ reason: z.string().nullable().describe("Reason, if given") }),
    example: { ...PARTNER, data: { reason: "Contract ended" } },
  },
  "partner.updated": {
    summary: "Your name, terms or branding were changed",
    data: z.object({
      changed: z
        .array(
          z.enum([
            "name",
            "revshare_pct",
            "max_active_keys",
            "minimum_payout",
            "hold_days",
            "tax_note",
            "branding",
          ]),
        )
        .describe("The fields that were changed"),
    }),
    example: { ...PARTNER, data: { changed: ["branding"] } },
  },
});
