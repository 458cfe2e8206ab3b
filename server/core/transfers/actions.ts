import { action, OPERATORS_ONLY } from "../kernel/access";

const MONEY = { ...OPERATORS_ONLY, whileTerminated: "company", recentProof: true } as const;

export const TRANSFER_CREATED = action("transfer.created", {
  ...MONEY,
  platformScope: "transfers:write",
});
export const TRANSFER_MARKED = action("transfer.marked", {
  ...MONEY,
  platformScope: "transfers:settle",
});
export const TRANSFER_CANCELED = action("transfer.canceled", {
  ...MONEY,
  platformScope: "transfers:write",
});
// No platform key: the file has full accounts.
export const TRANSFER_EXPORTED = action("transfer.exported", MONEY);
