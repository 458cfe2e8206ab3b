import type { Sentences } from "../kernel/sentence";
import { after, fromTo, text, time } from "../values/phrases";
import type * as actions from "./actions";

export const PAYOUT_DETAILS_SENTENCES: Sentences<typeof actions> = {
  "payout_details.changed": ({ detail }) =>
    detail.before === null
      ? `added payout details${after(": ", detail.after)}${after(", used from ", time(detail.effectiveAt))}`
      : `changed the payout details${fromTo(detail.before, detail.after)}${after(", used from ", time(detail.effectiveAt))}`,
  "payout_details.canceled": ({ detail }) =>
    `canceled the change of the payout details to ${text(detail.account)}`,
  "payout_details.revealed": ({ detail }) =>
    `viewed the full payout details${after(" of ", detail.account)}`,
};
