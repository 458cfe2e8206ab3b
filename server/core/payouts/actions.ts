import { action, OPERATORS_ONLY } from "../kernel/access";

export const PAYOUT_CLOSED = action("payout.closed", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "payouts:close",
});
export const PAYOUT_CORRECTED = action("payout.corrected", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "payouts:close",
});
export const PAYOUT_MARKED = action("payout.marked", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "transfers:settle",
});
