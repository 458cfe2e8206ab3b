import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner, ReadDb, Tx } from "../kernel/actor";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { periodOf } from "../values/period";
import { hundredthsOf, type Terms } from "../values/terms";
import type { Term, TermQuery } from "./schema";
import { type TermRow, termsOf, termView } from "./view";

/** A page of a partner's terms, and the share before the first one. */
type TermList = Page<Term> & { initialPercent: number };

/** A page of a partner's terms, newest first. Throws `invalid_request` for a cursor of another list. */
export async function listTerms(
  ctx: Ctx,
  { partnerId, cursor, limit }: OfPartner & TermQuery,
): Promise<TermList> {
  assertPartner(ctx, partnerId);
  const of = { list: "terms", partnerId, filter: {} };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const { initialPercent, all } = await readAll(ctx.db, partnerId);
  const newest = all.toReversed().filter(({ id }) => after === undefined || id < after);
  const rows = newest.slice(0, limit + 1);
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  const named = await productNames(ctx.db, page.data);
  const period = periodOf(ctx.clock.now());
  const data = page.data.map((row) =>
    termView(row, { product: named(row.productId), all, period }),
  );
  return { ...page, data, initialPercent };
}

// At most MAX_TERMS.
async function readAll(db: ReadDb, partnerId: string) {
  const [{ revsharePct }, all] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: partnerId } }),
    db.term.findMany({ where: { partnerId }, orderBy: { id: "asc" } }),
  ]);
  return { initialPercent: revsharePct.toNumber(), all };
}

/** The shares of this month, in percent: of products with a term of their own, and of all others. */
export type CurrentShares = { own: number; products: { code: string; percent: number }[] };

export async function getCurrentShares(ctx: Ctx, { partnerId }: OfPartner): Promise<CurrentShares> {
  assertPartner(ctx, partnerId);
  const period = periodOf(ctx.clock.now());
  const terms = await readTerms(ctx.db, { partnerId, period });
  const percentOf = (productId: string | null) => hundredthsOf(terms, { productId, period }) / 100;
  const ids = [...new Set(terms.rules.flatMap(({ productId }) => productId ?? []))];
  const products = await ctx.db.product.findMany({
    where: { id: { in: ids } },
    orderBy: { code: "asc" },
  });
  return {
    own: percentOf(null),
    products: products.map(({ id, code }) => ({ code, percent: percentOf(id) })),
  };
}

/** Finds the code and name of the products that rows refer to; null for none. */
export async function productNames(
  db: ReadDb | Tx,
  rows: readonly { productId: string | null }[],
): Promise<(productId: string | null) => Term["product"]> {
  const ids = [...new Set(rows.flatMap(({ productId }) => productId ?? []))];
  const products = await db.product.findMany({
    where: { id: { in: ids } },
    select: { id: true, code: true, name: true },
  });
  const byId = new Map(products.map(({ id, code, name }) => [id, { code, name }]));
  return (productId) => (productId === null ? null : (byId.get(productId) ?? null));
}

/** The terms of a partner that begin in a month or before. */
export async function readTerms(
  db: ReadDb | Tx,
  { partnerId, period }: OfPartner & { period: string },
): Promise<Terms> {
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId } });
  const where = { partnerId, fromMonth: { lte: period } };
  return termsOf(partner, await db.term.findMany({ where, orderBy: { id: "asc" } }));
}

/** The terms of these partners that apply to a month. */
export async function readTermsOf(
  db: ReadDb,
  { partnerIds, period }: { partnerIds: string[]; period: string },
): Promise<Map<string, Terms>> {
  const [partners, rows] = await Promise.all([
    db.partner.findMany({ where: { id: { in: partnerIds } } }),
    db.term.findMany({
      where: { partnerId: { in: partnerIds }, fromMonth: { lte: period } },
      orderBy: { id: "asc" },
    }),
  ]);
  const own = new Map<string, TermRow[]>(partnerIds.map((id) => [id, []]));
  for (const row of rows) own.get(row.partnerId)?.push(row);
  return new Map(
    partners.map((partner) => [partner.id, termsOf(partner, own.get(partner.id) ?? [])]),
  );
}
