import type { Prisma } from "../../../prisma/client/client";
import type { SelfBillingConsent } from "./schema";

export function consentView(row: Prisma.SelfBillingConsentGetPayload<object>): SelfBillingConsent {
  const { id, givenAt, givenBy, withdrawnAt, withdrawnBy } = row;
  return { id, givenAt, givenBy, withdrawnAt, withdrawnBy };
}
