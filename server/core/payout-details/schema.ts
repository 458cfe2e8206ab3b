import { z } from "zod";

/** `former` was used before; `canceled` never was. */
const DETAILS_STATUSES = ["pending", "in_force", "former", "canceled"] as const;

/** A version as everybody may see it. */
export const PayoutDetailsVersion = z.object({
  id: z.string(),
  version: z.int(),
  status: z.enum(DETAILS_STATUSES),
  /** False if it was sealed by another deployment's secret: the texts are then empty. */
  isReadable: z.boolean(),
  /** Masked. */
  account: z.string(),
  /** Masked; null without one. */
  taxNumber: z.string().nullable(),
  holder: z.string(),
  country: z.string(),
  legalName: z.string(),
  address: z.string(),
  createdAt: z.date(),
  createdBy: z.string(),
  effectiveAt: z.date(),
  canceledAt: z.date().nullable(),
  canceledBy: z.string().nullable(),
});
export type PayoutDetailsVersion = z.infer<typeof PayoutDetailsVersion>;
