import { type Platform, platformForTests } from "../../../testing/platform";
import type { Clock, Ctx } from "../../kernel/actor";
import { newId } from "../../kernel/ids";
import { PayoutDetailsChange } from "../../payout-details/change-schema";
import { changePayoutDetails } from "../../payout-details/mutations";
import { GIVEN } from "../../payout-details/testing/given";
import { cancelTransfer, createTransfers, markTransfers } from "../mutations";
import { listDue } from "../queries";
import type { TransfersMark } from "../schema";

export const DETAILS = PayoutDetailsChange.parse(GIVEN);

/** Like platformForTests(), but changed payout details are used at once. */
export function payingPlatformForTests(clock?: Clock): Promise<Platform> {
  const env = { PAYOUT_DETAILS_WAIT_HOURS: "0" };
  return platformForTests({ env, ...(clock && { clock }) });
}

let months = 0;

/** A partner to which payouts can be added, by default with payout details in force. */
export async function newPayee(platform: Platform, { hasDetails = true } = {}) {
  const { system } = platform;
  const { transact } = platform.wiring.core;
  const partner = await platform.newPartner();
  const partnerId = partner.id;
  if (hasDetails) await changePayoutDetails(system, { partnerId, ...DETAILS });

  /** Adds a payout, of a month of its own, and returns its ID. */
  const owe = async (amount: number, currency = "EUR"): Promise<string> => {
    const createdAt = system.clock.now();
    const id = newId("payout", createdAt.getTime());
    const sums = { gross: amount * 5, revsharePct: 20, amount };
    const period = `${2_100 + Math.floor(months++ / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
    const data = { id, partnerId, period, currency, createdAt, ...sums };
    await transact((tx) => tx.payout.create({ data }));
    return id;
  };
  const setTerms = (data: { minimumPayout?: number; holdDays?: number }) =>
    transact((tx) => tx.partner.update({ where: { id: partnerId }, data }));
  return {
    partner,
    partnerId,
    owe,
    setTerms,
    ...transfersOf(system, partnerId),
    payouts: () => system.db.payout.findMany({ where: { partnerId }, orderBy: { period: "asc" } }),
  };
}

/** What an operator does for a partner. */
export function transfersOf(system: Ctx, partnerId: string) {
  const due = () => listDue(system, { partnerId });
  /** Creates a transfer of what is due, or of the given amount. */
  const pay = async (amount?: number, currency = "EUR") => {
    const seen = amount ?? (await due()).find((one) => one.currency === currency)?.amount ?? 0;
    const items = [{ partnerId, currency, amount: seen }];
    const [outcome] = await createTransfers(system, { items });
    if (!outcome) throw new Error("no outcome");
    return outcome;
  };
  /** Like pay(), for what must be payable. */
  const transferDue = async (currency = "EUR") => {
    const { transfer, reason } = await pay(undefined, currency);
    if (!transfer) throw new Error(`no transfer: ${reason}`);
    return transfer;
  };
  const mark = async (id: string, status: TransfersMark["status"], reference = "R") => {
    const [outcome] = await markTransfers(system, { transferIds: [id], status, reference });
    if (!outcome) throw new Error("no outcome");
    return outcome;
  };
  return {
    due,
    pay,
    transferDue,
    mark,
    cancel: (transferId: string) => cancelTransfer(system, { transferId }),
    transfers: () =>
      system.db.transfer.findMany({ where: { partnerId }, orderBy: { statementNumber: "asc" } }),
  };
}
