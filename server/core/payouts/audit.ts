import type { Sentences } from "../kernel/sentence";
import { after, bracketed, type Detail, fromTo, money, month } from "../values/phrases";
import type * as actions from "./actions";

const payout = ({ period, currency }: Detail) =>
  `the${after(" ", month(period))}${after(" ", currency)} payout`;

export const PAYOUT_SENTENCES: Sentences<typeof actions> = {
  "payout.closed": ({ detail }) => {
    const sums = Array.isArray(detail.sums) ? detail.sums : [];
    const paid = sums.map(({ amount, currency }: Detail) => money(amount, currency));
    return `closed ${month(detail.period) || "a month"}${after(": ", paid.join(", "))}`;
  },
  "payout.corrected": ({ detail }) =>
    `adjusted ${payout(detail)}${after(" by ", money(detail.amount, detail.currency))}`,
  "payout.marked": ({ detail }) =>
    `changed ${payout(detail)}${bracketed(money(detail.amount, detail.currency))}${fromTo(detail.before, detail.after)}${after(", reference ", detail.reference)}`,
};
