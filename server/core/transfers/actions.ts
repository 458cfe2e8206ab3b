import { action, OPERATORS_ONLY } from "../kernel/access";

export const TRANSFER_CREATED = action("transfer.created", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "transfers:write",
});
export const TRANSFER_MARKED = action("transfer.marked", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "transfers:settle",
});
export const TRANSFER_CANCELED = action("transfer.canceled", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
  platformScope: "transfers:write",
});
// No platform key: the file has full accounts.
export const TRANSFER_EXPORTED = action("transfer.exported", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  recentProof: true,
});
