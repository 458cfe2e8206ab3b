import { z } from "zod";

/** A partner's consent to self-billing. */
export const SelfBillingConsent = z.object({
  id: z.string(),
  givenAt: z.date(),
  givenBy: z.string(),
  withdrawnAt: z.date().nullable(),
  withdrawnBy: z.string().nullable(),
});
export type SelfBillingConsent = z.infer<typeof SelfBillingConsent>;
