import { z } from "zod";
import { getPartnerByCode } from "../../core/partners/queries";
import { getSelfBilling } from "../../core/self-billing/queries";
import { SelfBillingConsent } from "../../core/self-billing/schema";
import { command } from "../command";
import { ExistingCode } from "../fields";
import { listing, minute } from "../table";

const Shown = SelfBillingConsent.extend({
  givenAt: z.coerce.date(),
  withdrawnAt: z.coerce.date().nullable(),
});

const show = command({
  name: "self-billing show",
  summary: "show whether a partner's statements are self-billing invoices",
  args: { partner: { shown: "PARTNER", about: "partner code", is: ExistingCode } },
  output: z.object({ consent: Shown.nullable() }),
  run: async (call, { partner }) => {
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    return { consent: await getSelfBilling(call, { partnerId }) };
  },
  render: ({ consent }) => {
    if (consent === null) return `Statements are not invoices: no consent has been given. ${HOW}`;
    const { givenAt, givenBy, withdrawnAt, withdrawnBy } = consent;
    return listing([
      [
        "Statements of new transfers",
        withdrawnAt === null ? "self-billing invoices" : "plain statements",
      ],
      ["Consent given", `${minute(givenAt)} by ${givenBy}`],
      ["Withdrawn", withdrawnAt === null ? "-" : `${minute(withdrawnAt)} by ${withdrawnBy}`],
    ]);
  },
});

/** Operators can't consent in a partner's name. */
const HOW = "Only the partner's owners can consent, in Settings, Payout details.";

export const SELF_BILLING_COMMANDS = [show];
