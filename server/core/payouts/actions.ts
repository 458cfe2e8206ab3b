import { action, OPERATORS_ONLY } from "../kernel/access";

const MONEY = { ...OPERATORS_ONLY, whileTerminated: "company", recentProof: true } as const;

export const PAYOUT_CLOSED = action("payout.closed", {
  ...MONEY,
  platformScope: "payouts:close",
});
export const PAYOUT_CORRECTED = action("payout.corrected", {
  ...MONEY,
  platformScope: "payouts:close",
});
export const PAYOUT_MARKED = action("payout.marked", {
  ...MONEY,
  platformScope: "transfers:settle",
});
