import { statementNames } from "../issuer/queries";
import { assertOperator, assertRecentProof } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, type Changed, change } from "../kernel/change";
import { type ErrorCode, fail, isDomainError } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import type { Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { currentVersions } from "../payout-details/queries";
import { accountOf } from "../payout-details/view";
import { payoutSettled } from "../payouts/mutations";
import { toAmount } from "../values/money";
import { TRANSFER_CANCELED, TRANSFER_CREATED, TRANSFER_MARKED } from "./actions";
import { lockDue, minimumOf, reasonAgainst } from "./due";
import { TRANSFER_EVENTS } from "./events";
import {
  type DueReason,
  type Transfer,
  type TransferCreate,
  TransferStatus,
  type TransfersMark,
} from "./schema";
import { transfer } from "./view";

/** Why no transfer was created: what is due has changed, or can't be paid, or an error's code. */
export type RefusedReason = "nothing_due" | "amount_changed" | DueReason | ErrorCode;

/** The result of one item: its transfer, or why there is none and what is due now, in minor units. */
export type CreateOutcome = Pick<TransferCreate, "partnerId" | "currency"> &
  (
    | { transfer: Transfer; reason: null; amount: number }
    | { transfer: null; reason: RefusedReason; amount: number }
  );

/**
 * Creates a transfer of all that is due for each partner and currency, each in a transaction of its
 * own. One that is not due any more, or not with the amount that the operator saw, is answered with
 * the reason; the others are created. A repeat therefore creates nothing twice.
 */
export async function createTransfers(
  ctx: Ctx,
  { items }: { items: readonly TransferCreate[] },
): Promise<CreateOutcome[]> {
  assertOperator(ctx);
  assertRecentProof(ctx, TRANSFER_CREATED);
  const outcomes: CreateOutcome[] = [];
  for (const item of items) outcomes.push(await createOne(ctx, item));
  return outcomes;
}

async function createOne(ctx: Ctx, item: TransferCreate): Promise<CreateOutcome> {
  const { partnerId, currency } = item;
  const target = { action: TRANSFER_CREATED, partnerId } as const;
  try {
    return await change(ctx, target, (tx) => createFor(tx, ctx, item));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { partnerId, currency, transfer: null, reason: error.code, amount: 0 };
  }
}

// change() has locked the partner's row: no payout is added, marked or taken meanwhile.
async function createFor(
  tx: Tx,
  ctx: Ctx,
  { partnerId, currency, amount: seen, isSuspended }: TransferCreate,
): Promise<Changed<CreateOutcome>> {
  const now = ctx.clock.now();
  const minimumPayout = await minimumOf(tx, partnerId);
  const due = await lockDue(tx, { partnerId, currency, now });
  const { inForce } = await currentVersions(tx, { partnerId, now });
  const amount = toAmount(due.amount);
  const refused = (reason: RefusedReason): Changed<CreateOutcome> => ({
    result: { partnerId, currency, transfer: null, reason, amount },
    subject: partnerId,
    unchanged: true,
  });
  if (due.ids.length === 0 && !due.hasHeld) return refused("nothing_due");
  const reason = reasonAgainst({ ...due, minimumPayout, hasPayoutDetails: inForce !== null });
  if (reason !== null || inForce === null) return refused(reason ?? "no_payout_details");
  if (amount !== seen) return refused("amount_changed");
  // A suspension may be about the very money that an operator selected before.
  if (isSuspended === false && (await wasSuspended(tx, partnerId))) {
    return refused("partner_suspended");
  }
  const row = await tx.transfer.create({
    data: {
      id: newId("transfer", now.getTime()),
      partnerId,
      currency,
      amount: due.amount,
      payoutDetailsId: inForce.id,
      createdAt: now,
      createdBy: actorLabel(ctx.actor),
    },
  });
  await tx.$executeRaw`
    INSERT INTO transfer_payouts (transfer_id, payout_id)
    SELECT ${row.id}, unnest(${due.ids}::text[])`;
  const made = transfer(row, await statementNames(tx));
  const account = accountOf(ctx, inForce);
  const facts = { ...describe(made), payouts: due.ids.length };
  const events = [event(TRANSFER_EVENTS["transfer.created"], { subject: row.id, data: facts })];
  const result = { partnerId, currency, transfer: made, reason, amount };
  return { result, subject: row.id, detail: { ...facts, account }, events };
}

/** Not of a terminated partner, which is still paid. */
async function wasSuspended(tx: Tx, partnerId: string): Promise<boolean> {
  const where = { id: partnerId, status: "suspended", terminatedAt: null } as const;
  return (await tx.partner.count({ where })) > 0;
}

const describe = ({ statement, statementNumber, currency, amount }: Transfer) => ({
  statement,
  statementNumber,
  currency,
  amount,
});

/** The result for one transfer: as it is now, or why it was not marked, and its status if known. */
export type MarkOutcome = { transferId: string } & (
  | { transfer: Transfer; isChanged: boolean; code: null; message: null }
  | {
      transfer: null;
      isChanged: false;
      code: ErrorCode;
      message: string;
      status: TransferStatus | null;
    }
);

/** Which status may follow which. The database holds the same. */
const NEXT: Record<TransferStatus, readonly TransferStatus[]> = {
  pending: ["sent", "paid", "failed", "canceled"],
  sent: ["paid", "failed"],
  // Returned by the bank.
  paid: ["failed"],
  failed: [],
  canceled: [],
};

/**
 * Records that transfers were sent, paid or failed, each in a transaction of its own; their payouts
 * follow. One that can't have this status is answered with the reason: `not_found`, or `conflict`,
 * also if it has this status under another reference, and `precondition_failed` if it is not as
 * expected. The same again changes nothing.
 */
export async function markTransfers(
  ctx: Ctx,
  { transferIds, ...mark }: TransfersMark & Expecting<Transfer>,
): Promise<MarkOutcome[]> {
  assertOperator(ctx);
  assertRecentProof(ctx, TRANSFER_MARKED);
  const found = await ctx.db.transfer.findMany({
    where: { id: { in: [...transferIds] } },
    select: { id: true, partnerId: true },
  });
  const partners = new Map(found.map(({ id, partnerId }) => [id, partnerId]));
  const outcomes: MarkOutcome[] = [];
  for (const id of transferIds) {
    outcomes.push(await markOne(ctx, { id, partnerId: partners.get(id), ...mark }));
  }
  return outcomes;
}

type Mark = Wanted & { partnerId: string | undefined };

/** Like markTransfers(), of one: throws `not_found` and `conflict`. */
export async function markTransfer(
  ctx: Ctx,
  { transferId: id, ...mark }: Omit<TransfersMark, "transferIds"> & { transferId: string },
): Promise<Transfer> {
  assertOperator(ctx);
  const found = await ctx.db.transfer.findUnique({ where: { id } });
  return (await setMark(ctx, { id, partnerId: found?.partnerId, ...mark })).transfer;
}

function setMark(ctx: Ctx, { partnerId, ...mark }: Mark): Promise<Marked> {
  if (partnerId === undefined) return fail("not_found", { message: "Transfer not found." });
  const target = { action: TRANSFER_MARKED, partnerId } as const;
  return change(ctx, target, (tx) => setStatus(tx, ctx, mark));
}

async function markOne(ctx: Ctx, mark: Mark): Promise<MarkOutcome> {
  const transferId = mark.id;
  try {
    return { transferId, ...(await setMark(ctx, mark)), code: null, message: null };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message, details } = error;
    const { data: status = null } = TransferStatus.safeParse(details.status);
    return { transferId, transfer: null, isChanged: false, code, message, status };
  }
}

/**
 * Cancels a transfer that is pending: its payouts are what they were before. Repeating it changes
 * nothing. Throws `not_found`, and `conflict` if it was sent, paid or failed.
 */
export async function cancelTransfer(
  ctx: Ctx,
  { transferId: id }: { transferId: string },
): Promise<Transfer> {
  assertOperator(ctx);
  const found = await ctx.db.transfer.findUnique({ where: { id } });
  if (!found) return fail("not_found", { message: "Transfer not found." });
  const target = { action: TRANSFER_CANCELED, partnerId: found.partnerId } as const;
  return change(ctx, target, async (tx) => {
    const done = await setStatus(tx, ctx, { id, status: "canceled", reference: null });
    return { ...done, result: done.result.transfer };
  });
}

type Wanted = Expecting<Transfer> & {
  id: string;
  status: TransferStatus;
  reference: string | null;
};
type Marked = { transfer: Transfer; isChanged: boolean };
type Done = Changed<Marked>;

async function setStatus(tx: Tx, ctx: Ctx, wanted: Wanted): Promise<Done> {
  const { id, status, reference, isExpected } = wanted;
  const before = await tx.transfer.findUniqueOrThrow({ where: { id } });
  const names = await statementNames(tx);
  const of = `Transfer ${names(before)}`;
  const details = { status: before.status };
  if (before.status === status) {
    if (before.reference !== reference) {
      const message = `${of} is already ${status} with the reference ${before.reference}.`;
      fail("conflict", { message, details });
    }
    return {
      result: { transfer: transfer(before, names), isChanged: false },
      subject: id,
      unchanged: true,
    };
  }
  if (!NEXT[before.status].includes(status)) {
    fail("conflict", { message: `${of} is ${before.status} and can't become ${status}.`, details });
  }
  if (isExpected && !isExpected(transfer(before, names))) {
    const message = `${of} has become ${before.status} since you opened it.`;
    fail("precondition_failed", { message, details });
  }
  const now = ctx.clock.now();
  const time = status === "sent" ? { sentAt: now } : { settledAt: now };
  // Its payouts follow by a trigger.
  const row = await tx.transfer.update({ where: { id }, data: { status, reference, ...time } });
  const after = transfer(row, names);
  const events = await eventsOf(tx, after);
  const detail = { ...describe(after), before: before.status, after: status, reference };
  return { result: { transfer: after, isChanged: true }, subject: id, detail, events };
}

/** The events of a transfer that was paid or failed, and of its payouts. */
async function eventsOf(tx: Tx, settled: Transfer): Promise<EventFact[]> {
  const { id, status, reference } = settled;
  if ((status !== "paid" && status !== "failed") || reference === null) return [];
  const rows = await tx.payout.findMany({
    where: { transfers: { some: { transferId: id } } },
    orderBy: { id: "asc" },
  });
  const data = { ...describe(settled), reference };
  const own = event(TRANSFER_EVENTS[`transfer.${status}`], { subject: id, data });
  const mark = { status, reference, transferId: id };
  return [own, ...rows.map((one) => payoutSettled(one, mark))];
}
