import { type Action, isOfTerminated } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { CHARGES_IMPORTED, CUSTOMERS_IMPORTED, PRODUCTS_IMPORTED } from "./actions";
import { writeChargeLines } from "./charges";
import { writeCustomers } from "./customers";
import { writeProducts } from "./products";
import {
  ChargeRow,
  CustomerRow,
  ProductRow,
  type Read,
  readRows,
  type WriteFor,
  type Written,
} from "./rows";
import type { ImportBatch, ImportOutcome, Rejection } from "./schema";

/** The subject of a dry run, of which nothing is kept. */
const DRY_RUN = "dry run";

/** Writes the lines of a batch, with one change() for each partner. */
export function writeBatch(ctx: Ctx, batch: ImportBatch): Promise<ImportOutcome> {
  const now = ctx.clock.now();
  if (batch.kind === "products") return writeProductLines(ctx, batch);
  if (batch.kind === "customers") {
    const { rows, rejected } = readRows("customers", CustomerRow, batch.lines);
    const [past, ahead] = splitByTime(rows, ({ createdAt }) => createdAt, now, "created_at");
    return writeByPartner(ctx, batch, past, [...rejected, ...ahead], writeCustomers);
  }
  const { rows, rejected } = readRows("charges", ChargeRow, batch.lines);
  const [past, ahead] = splitByTime(rows, ({ occurredAt }) => occurredAt, now, "occurred_at");
  return writeByPartner(ctx, batch, past, [...rejected, ...ahead], writeChargeLines);
}

/** Splits off rows whose time is in the future, as rejections. */
function splitByTime<Row>(
  rows: readonly Read<Row>[],
  timeOf: (row: Row) => Date | undefined,
  now: Date,
  column: string,
): [Read<Row>[], Rejection[]] {
  const isAhead = ({ row }: Read<Row>) => (timeOf(row) ?? now) > now;
  const ahead = rows.filter(isAhead);
  const reason = `${column}: Must not be in the future.`;
  return [rows.filter((row) => !isAhead(row)), ahead.map(({ line }) => ({ line, reason }))];
}

type Write<Row> = (tx: Tx, rows: readonly Read<Row>[], to: WriteFor) => Promise<Written>;

async function writeByPartner<Row extends { partner?: string | undefined }>(
  ctx: Ctx,
  batch: ImportBatch,
  rows: readonly Read<Row>[],
  rejected: readonly Rejection[],
  write: Write<Row>,
): Promise<ImportOutcome> {
  const action: Action = batch.kind === "charges" ? CHARGES_IMPORTED : CUSTOMERS_IMPORTED;
  const { groups, unmatched } = await groupByPartner(ctx, batch, rows);
  const outcome = newOutcome([...rejected, ...unmatched]);
  for (const [partnerId, own] of groups) {
    const writing = change(ctx, { action, partnerId }, async (tx) => {
      const subject = batch.runId ?? DRY_RUN;
      const to = { partnerId, importId: subject, now: ctx.clock.now() };
      const result = await write(tx, own, to);
      const { written, events, late } = result;
      const detail = { lines: own.length, imported: written, ...(late && { late }) };
      return { result, subject, detail, events, unchanged: written === 0 };
    });
    addTo(outcome, await writing.catch(refusedFor(own)), own.length);
  }
  return outcome;
}

/** The partner was found terminated before anything was written: its lines are refused, no others. */
function refusedFor(rows: readonly Read<unknown>[]): (error: unknown) => Omit<Written, "events"> {
  return (error) => {
    if (!isOfTerminated(error)) throw error;
    const reason = "partner: The partner is terminated.";
    return { written: 0, refused: new Map(rows.map(({ line }) => [line, reason])) };
  };
}

async function writeProductLines(ctx: Ctx, batch: ImportBatch): Promise<ImportOutcome> {
  const { rows, rejected } = readRows("products", ProductRow, batch.lines);
  const outcome = newOutcome(rejected);
  if (rows.length === 0) return outcome;
  const target = { action: PRODUCTS_IMPORTED, partnerId: null } as const;
  const done = await change(ctx, target, async (tx) => {
    const subject = batch.runId ?? DRY_RUN;
    const result = await writeProducts(tx, ctx, { rows, importId: subject });
    const { written, lifted, events } = result;
    const detail = { lines: rows.length, imported: written, lifted };
    return { result, subject, detail, events, unchanged: written === 0 };
  });
  addTo(outcome, done, rows.length);
  return { ...outcome, lifted: done.lifted };
}

function newOutcome(rejected: readonly Rejection[]): ImportOutcome {
  return { imported: 0, existing: 0, rejected: [...rejected], lifted: 0 };
}

function addTo(
  outcome: ImportOutcome,
  { written, refused }: Omit<Written, "events">,
  lines: number,
): void {
  outcome.imported += written;
  outcome.existing += lines - written - refused.size;
  for (const [line, reason] of refused) outcome.rejected.push({ line, reason });
}

/**
 * The rows by partner, ordered by partner id so that concurrent batches lock partners in the same
 * order. `unmatched` are the rejections of rows without a known partner.
 */
async function groupByPartner<Row extends { partner?: string | undefined }>(
  ctx: Ctx,
  batch: ImportBatch,
  rows: readonly Read<Row>[],
): Promise<{ groups: [string, Read<Row>[]][]; unmatched: Rejection[] }> {
  const codeOf = ({ row }: Read<Row>) => row.partner ?? batch.partner;
  const codes = new Set(rows.flatMap((row) => codeOf(row) ?? []));
  const partners = await ctx.db.partner.findMany({
    where: { code: { in: [...codes] } },
    select: { id: true, code: true },
  });
  const ids = new Map(partners.map(({ id, code }) => [code, id]));
  const groups = new Map<string, Read<Row>[]>();
  const unmatched: Rejection[] = [];
  for (const one of rows) {
    const code = codeOf(one);
    const id = code === null ? undefined : ids.get(code);
    const isOtherPartner = batch.partner !== null && code !== batch.partner;
    if (code === null) unmatched.push({ line: one.line, reason: "partner: Required." });
    else if (id === undefined || isOtherPartner) {
      const reason = isOtherPartner ? `Must be ${batch.partner}.` : `Partner ${code} not found.`;
      unmatched.push({ line: one.line, reason: `partner: ${reason}` });
    } else {
      const own = groups.get(id) ?? [];
      groups.set(id, own);
      own.push(one);
    }
  }
  return { groups: [...groups].sort(([a], [b]) => (a < b ? -1 : 1)), unmatched };
}
