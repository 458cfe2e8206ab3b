import { z } from "zod";
import { Partner, PartnerStatus } from "../../core/partners/schema";
import { Timestamp } from "../../core/values/time";
import { PARTNER_NOT_FOUND, PARTNER_PARAM } from "./partner-code";

export const PARTNERS_TAG = { name: "Partners", description: "Your resellers." };

/** A partner: as the partners' API has it, and what only the company sees. */
export const ManagedPartner = Partner.extend({
  status: PartnerStatus.describe(
    "Account status. Suspended accounts are read-only, and terminated ones for good: the partners' API shows both as suspended",
  ),
  suspendedReason: z
    .string()
    .nullable()
    .describe(
      "Why it is suspended or terminated, visible to the partner; null if it is neither, or none was given",
    ),
  terminatedAt: Timestamp.nullable().describe("When it was terminated; null if it wasn't"),
  activeKeys: z.int().describe("Number of its active keys"),
  maxActiveKeys: z.int().describe("The most active keys that it can have"),
  minimumPayout: z
    .int()
    .describe("Less than this is not transferred, in minor units of any currency"),
  holdDays: z.int().describe("Days that a payout waits until it is transferred"),
  taxNote: z.string().describe("Text about taxes on its statements; empty: that of the issuer"),
  notes: z.string().describe("Notes, which the partner does not see"),
  createdAt: Timestamp.describe("When it was created"),
});

export const PARTNER_EXAMPLE = {
  id: "prt_01jd5n8k3v0000000000000000",
  code: "acme",
  name: "Acme Resale",
  status: "active",
  revshare_pct: 20,
  branding: {},
  user_count: 128,
  suspended_reason: null,
  terminated_at: null,
  active_keys: 1,
  max_active_keys: 50,
  minimum_payout: 5_000,
  hold_days: 14,
  tax_note: "",
  notes: "",
  created_at: "2026-11-21T09:30:00.000Z",
};

/** Of endpoints about one partner. */
export const OF_PARTNER = { params: PARTNER_PARAM, failures: PARTNER_NOT_FOUND } as const;
