import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { nextPeriod, periodOf } from "../values/period";
import { hundredthsOf } from "../values/terms";
import { TERM_CREATED } from "./actions";
import { TERM_EVENTS } from "./events";
import { readTerms } from "./queries";
import type { Term, TermCreate } from "./schema";
import { type NewTerm, type TermRow, termView } from "./view";

/** The most terms of one partner: they are all read when a month is closed. */
const MAX_TERMS = 1_000;
/** How far ahead a term may begin. */
const MAX_YEARS = 10;

/**
 * Sets a partner's share from a month on that has not begun, so that no month that has is changed.
 * Terms are never edited: a later one for the same month replaces an earlier one, and the same one
 * again changes nothing. Throws `validation_failed`, `not_found` for an unknown product, and
 * `conflict` at MAX_TERMS.
 */
export async function createTerm(
  ctx: Ctx,
  { partnerId, ...input }: OfPartner & TermCreate,
): Promise<Term> {
  const { fromMonth, percent } = input;
  return change(ctx, { action: TERM_CREATED, partnerId }, async (tx) => {
    const now = await timeAfterLast(tx, { partnerId, now: ctx.clock.now() });
    assertNotBegun(fromMonth, now);
    const product = await findProduct(tx, input.product);
    const productId = product?.id ?? null;
    const of = { partnerId, productId };
    const last = await tx.term.findFirst({ where: { ...of, fromMonth }, orderBy: { id: "desc" } });
    const viewOf = (row: TermRow) =>
      termView(row, { product: nameOf(product), all: [row], period: periodOf(now) });
    if (last?.percent.equals(percent)) {
      return { result: viewOf(last), subject: last.id, unchanged: true };
    }
    await assertRoom(tx, partnerId);
    const terms = await readTerms(tx, { partnerId, period: fromMonth });
    const before = hundredthsOf(terms, { productId, period: fromMonth }) / 100;
    const id = newId("term", now.getTime());
    const data: NewTerm = { id, ...of, fromMonth, type: "percent", percent, createdAt: now };
    const row = await tx.term.create({ data });
    const detail = { product: product?.code ?? null, fromMonth, percent, before };
    return {
      result: viewOf(row),
      subject: row.id,
      detail: { ...detail, name: product?.name ?? null },
      events: [event(TERM_EVENTS["term.created"], { subject: row.id, data: detail })],
    };
  });
}

function assertNotBegun(fromMonth: string, now: Date): void {
  const first = nextPeriod(periodOf(now));
  const last = `${Number(first.slice(0, 4)) + MAX_YEARS}${first.slice(4)}`;
  if (fromMonth >= first && fromMonth <= last) return;
  refuse({
    path: "fromMonth",
    message: `Must be a month that has not begun, from ${first} to ${last}.`,
  });
}

/**
 * Terms apply in the order of their ids, which is random within a millisecond, and wrong if another
 * server's clock is ahead.
 */
async function timeAfterLast(tx: Tx, { partnerId, now }: OfPartner & { now: Date }): Promise<Date> {
  const last = await tx.term.findFirst({ where: { partnerId }, orderBy: { id: "desc" } });
  return last && last.createdAt >= now ? new Date(last.createdAt.getTime() + 1) : now;
}

async function assertRoom(tx: Tx, partnerId: string): Promise<void> {
  const count = await tx.term.count({ where: { partnerId } });
  if (count < MAX_TERMS) return;
  const message = `A partner can have at most ${MAX_TERMS} terms.`;
  fail("conflict", { message, details: { limit: MAX_TERMS } });
}

type Named = { id: string; code: string; name: string };

async function findProduct(tx: Tx, code: string | undefined): Promise<Named | null> {
  if (code === undefined) return null;
  const product = await tx.product.findUnique({
    where: { code },
    select: { id: true, code: true, name: true },
  });
  return product ?? fail("not_found", { message: "Product not found." });
}

const nameOf = (product: Named | null): Term["product"] =>
  product && { code: product.code, name: product.name };
