import type { Details } from "../../core/payout-details/change-schema";
import { changePayoutDetails } from "../../core/payout-details/mutations";
import { consentToSelfBilling } from "../../core/self-billing/mutations";
import { memberOf, type PartnerCode } from "./people";
import { at, daysAgo, type Stage, type Step } from "./stage";

// Numbers from the banks' documentation, which belong to nobody.
const ACME: Details = {
  holder: "Acme Resale GmbH",
  country: "DE",
  iban: "DE89370400440532013000",
  account: null,
  legalName: "Acme Resale GmbH",
  address: "Unter den Linden 1\n10117 Berlin\nGermany",
  taxNumber: "DE123456789",
};
const NIMBUS: Details = {
  holder: "Nimbus Cloud B.V.",
  country: "NL",
  iban: "NL91ABNA0417164300",
  account: null,
  legalName: "Nimbus Cloud B.V.",
  address: "Herengracht 1\n1015 BA Amsterdam\nNetherlands",
  taxNumber: null,
};

/** One partner has details in force and consents to self-billing; one has details that wait. */
export function payoutDetailsSteps(stage: Stage): Step[] {
  return [
    step(stage, "acme", { days: 300, details: ACME }),
    consent(stage, 290),
    step(stage, "nimbus", { days: 1, details: NIMBUS }),
  ];
}

function step(
  stage: Stage,
  code: PartnerCode,
  { days, details }: { days: number; details: Details },
): Step {
  return {
    daysAgo: days,
    run: async () => {
      const owner = await memberOf(stage, code, "owner");
      const { partnerId } = owner;
      await changePayoutDetails(at(stage, daysAgo(stage, days), owner), { partnerId, ...details });
    },
  };
}

function consent(stage: Stage, days: number): Step {
  return {
    daysAgo: days,
    run: async () => {
      const owner = await memberOf(stage, "acme", "owner");
      const { partnerId } = owner;
      await consentToSelfBilling(at(stage, daysAgo(stage, days), owner), { partnerId });
    },
  };
}
