import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { liftPrices } from "../prices/mutations";
import { PRODUCT_ARCHIVED, PRODUCT_SAVED, PRODUCT_UNARCHIVED } from "./actions";
import { PRODUCT_EVENTS } from "./events";
import { ProductCode, type ProductSave } from "./schema";
import { type Product, productView } from "./view";

/** `only`: a new code, or one that exists. By default, both are accepted. */
type ProductWrite = ProductSave & { only?: "new" | "existing" } & Expecting<Product>;

/**
 * Adds a product, or updates the one with this code; prices below its new floor are raised to it.
 * Throws `conflict` if the currency differs, the product is archived or the code is not new, and
 * `not_found` if it is. What is saved again as it is changes nothing and notifies nobody.
 */
export async function saveProduct(
  ctx: Ctx,
  { only, isExpected, ...input }: ProductWrite,
): Promise<Product> {
  return change(ctx, { action: PRODUCT_SAVED, partnerId: null }, async (tx) => {
    const before = await lockProduct(tx, input.code);
    if (before === null && only === "existing")
      fail("not_found", { message: "Product not found." });
    if (before !== null && only === "new") failTaken(before.code);
    if (before?.archivedAt) failArchived(before.code);
    if (before) assertExpected(isExpected, productView(before));
    if (before && isSame(productView(before), input)) {
      return { result: productView(before), subject: before.id, unchanged: true };
    }
    const { product, lifts } = await writeProduct(tx, ctx, input);
    const lifted = lifts.length;
    const detail = { ...input, lifted, before: before && termsOf(productView(before)) };
    const events = [...(await productEvents(tx, [input.code])), ...lifts];
    return { result: product, subject: product.id, detail, events };
  });
}

function isSame(before: ProductSave, { name, floor, defaultRetail, currency }: ProductSave) {
  const hasTerms = before.floor === floor && before.defaultRetail === defaultRetail;
  return hasTerms && before.name === name && before.currency === currency;
}

function failTaken(code: string): never {
  const message = `A product with the code ${code} already exists.`;
  return fail("conflict", { message, details: { field: "code" } });
}

/**
 * The product with this code, locked; null if there is none. The code is locked too, so that of two
 * who add it at once, the second one finds the first one's.
 */
async function lockProduct(tx: Tx, code: string) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`product ${code}`}, 0))`;
  // Charges reference the row meanwhile.
  await tx.$executeRaw`SELECT FROM products WHERE code = ${code} FOR NO KEY UPDATE`;
  return tx.product.findUnique({ where: { code } });
}

/** Throws `conflict`: neither an archived product nor its prices can be changed. */
function failArchived(code: string): never {
  const message = `The product ${code} is archived.`;
  return fail("conflict", { message, details: { status: "archived" } });
}

/**
 * Archives a product, or makes it available again. From then on, customers who are created later
 * can't be charged for it, and nobody can change it or its prices; existing customers are billed as
 * before. All partners get an event. One that is archived already stays so. Throws `not_found`.
 */
export async function archiveProduct(
  ctx: Ctx,
  { code, isArchived }: { code: string; isArchived: boolean },
): Promise<Product> {
  const action = isArchived ? PRODUCT_ARCHIVED : PRODUCT_UNARCHIVED;
  const type = isArchived ? "product.archived" : "product.unarchived";
  return change(ctx, { action, partnerId: null }, async (tx) => {
    const before = ProductCode.safeParse(code).success ? await lockProduct(tx, code) : null;
    if (before === null) return fail("not_found", { message: "Product not found." });
    const subject = before.id;
    if ((before.archivedAt !== null) === isArchived) {
      return { result: productView(before), subject, unchanged: true };
    }
    // It was not saved, so what is known of its default price at a moment stays known.
    const data = { archivedAt: isArchived ? ctx.clock.now() : null };
    const row = await tx.product.update({ where: { code }, data });
    const partners = await tx.partner.findMany({ select: { id: true } });
    const events = partners.map(({ id: partnerId }) =>
      event(PRODUCT_EVENTS[type], { partnerId, subject: code, data: {} }),
    );
    return { result: productView(row), subject, detail: { code, name: row.name }, events };
  });
}

/** Codes that an event lists. */
const MAX_LISTED = 100;

/**
 * The events of changed products, one for each partner: all sell every product, at its default
 * price if they have none of their own. An import reports its products in one event.
 */
export async function productEvents(
  tx: Tx,
  codes: readonly string[],
  importId?: string,
): Promise<EventFact[]> {
  const [first, ...others] = codes;
  if (first === undefined) return [];
  const subject =
    others.length === 0 || importId === undefined
      ? { type: "product" as const, id: first }
      : { type: "import" as const, id: importId };
  const data = { count: codes.length, products: codes.slice(0, MAX_LISTED) };
  const partners = await tx.partner.findMany({ select: { id: true } });
  return partners.map(({ id }) =>
    event(PRODUCT_EVENTS["product.changed"], { partnerId: id, subject, data }),
  );
}

/** A written product, and the events of the prices that its floor raised. */
type WrittenProduct = { product: Product; lifts: EventFact[] };

/**
 * Writes one product inside the caller's change(), so that an import can write many in one. Throws
 * `conflict` if the product exists in another currency: its prices and charges would change their
 * meaning.
 */
export async function writeProduct(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "clock">,
  input: ProductSave,
): Promise<WrittenProduct> {
  const now = ctx.clock.now();
  const { code, currency, ...fields } = input;
  const update = { ...fields, updatedAt: now };
  const create = {
    ...update,
    id: newId("product", now.getTime()),
    code,
    currency,
    createdAt: now,
    archivedAt: null,
  };
  const row = await tx.product.upsert({ where: { code }, create, update });
  if (row.currency !== currency) {
    const message = `The currency of product ${code} is ${row.currency} and can't be changed.`;
    fail("conflict", { message, details: { field: "currency" } });
  }
  const lifts = await liftPrices(tx, ctx, { product: row, floor: input.floor, now });
  return { product: productView(row), lifts };
}

function termsOf({ name, floor, defaultRetail }: Product) {
  return { name, floor, defaultRetail };
}
