import type { Sentences } from "../kernel/sentence";
import { after, bracketed, counted, type Detail, fromTo, money } from "../values/phrases";
import type * as actions from "./actions";

const transfer = ({ statement, statementNumber, amount, currency }: Detail) =>
  `transfer${after(" ", statement ?? statementNumber)}${bracketed(money(amount, currency))}`;

export const TRANSFER_SENTENCES: Sentences<typeof actions> = {
  "transfer.created": ({ detail }) =>
    `created ${transfer(detail)}${after(" of ", counted(detail.payouts, "payout"))}${after(" to ", detail.account)}`,
  "transfer.marked": ({ detail }) =>
    `changed ${transfer(detail)}${fromTo(detail.before, detail.after)}${after(", reference ", detail.reference)}`,
  "transfer.canceled": ({ detail }) => `canceled ${transfer(detail)}`,
  "transfer.exported": ({ detail }) =>
    `exported ${transfer(detail)} for the bank${after(", with the full account ", detail.account)}`,
};
