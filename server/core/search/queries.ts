import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb } from "../kernel/actor";
import { withExternalId } from "../kernel/external-ids";
import { isId } from "../kernel/ids";
import { readEnds } from "../keys/format";
import { emailNote, mixedScripts } from "../values/scripts";
import { emailKey } from "../values/text";

type Kind =
  | "charge"
  | "customer"
  | "event"
  | "import"
  | "key"
  | "limitRequest"
  | "partner"
  | "payout"
  | "platformKey"
  | "product"
  | "request"
  | "transfer"
  | "user"
  | "webhookEndpoint";

/**
 * What a search has found. `text` is what people know it by: an email address, the visible
 * characters of a key, the ID in the company's own systems, or the ID. `partner` is null for what
 * is the platform's own.
 */
export type Hit = {
  kind: Kind;
  id: string;
  text: string;
  /** A note on an email address or a partner's name that may mislead; null if there is none. */
  note: string | null;
  partner: { code: string; name: string } | null;
};

type Row = { kind: Kind; id: string; text: string; partnerId: string | null };

/** The newest customers, charges and keys that a search returns, by indexes that end with the ID. */
const NEWEST = { orderBy: { id: "desc" }, take: 5 } as const;

/**
 * Finds a customer or a user by the whole email address, a key by its first or last characters, a
 * customer or a charge by its external ID, and anything by its ID, in all partners; for operators. A
 * search is not recorded in a partner's audit log, so it only finds what the operator can name
 * exactly, and only adds the name of the partner. Opening a result is recorded, as every view of a
 * partner is.
 */
export async function searchPlatform(
  ctx: Ctx,
  { search }: { search: string },
): Promise<{ hits: Hit[] }> {
  assertOperator(ctx);
  const rows = await findRows(ctx.db, search);
  const partnerIds = rows.flatMap(({ partnerId }) => partnerId ?? []);
  const partners =
    partnerIds.length === 0
      ? []
      : await ctx.db.partner.findMany({
          where: { id: { in: partnerIds } },
          select: { id: true, code: true, name: true },
        });
  const byId = new Map(partners.map(({ id, ...partner }) => [id, partner]));
  return {
    hits: rows.flatMap(({ partnerId, ...row }): Hit[] => {
      const partner = partnerId === null ? null : byId.get(partnerId);
      return partner === undefined ? [] : [{ ...row, note: noteOf(row.text, partner), partner }];
    }),
  };
}

function noteOf(text: string, partner: { name: string } | null): string | null {
  const name = partner && mixedScripts(partner.name);
  const notes = [text.includes("@") && emailNote(text), name && `Partner name: ${name}`];
  return notes.filter(Boolean).join(" · ") || null;
}

function findRows(db: ReadDb, search: string): Promise<Row[]> {
  if (search.includes("@")) return byEmail(db, emailKey(search));
  const kind = KINDS.find((one) => isId(ID_KINDS[one], search));
  return kind ? byId(db, kind, search) : byName(db, search);
}

/** The longest external ID. */
const MAX_EXTERNAL_ID = 128;

async function byName(db: ReadDb, search: string): Promise<Row[]> {
  const found = await Promise.all([
    byEnds(db, search),
    byPlatformEnds(db, search),
    ...(search.length <= MAX_EXTERNAL_ID
      ? [byExternalId(db, "customer", search), byExternalId(db, "charge", search)]
      : []),
  ]);
  return found.flat();
}

const TABLES = { customer: "customers", charge: "charges" } as const;

async function byExternalId(
  db: ReadDb,
  kind: keyof typeof TABLES,
  externalId: string,
): Promise<Row[]> {
  const rows = await db.$queryRaw<{ id: string; partnerId: string }[]>`
    SELECT id, partner_id AS "partnerId" FROM (${withExternalId(TABLES[kind], externalId)}) AS found
    ORDER BY id DESC LIMIT ${NEWEST.take}`;
  return rows.map((row) => ({ kind, text: externalId, ...row }));
}

async function byPlatformEnds(db: ReadDb, search: string): Promise<Row[]> {
  const ways = readEnds(search, "platform");
  if (ways.length === 0) return [];
  const select = { id: true, head: true, tail: true } as const;
  const keys = await db.platformKey.findMany({ where: { OR: ways }, select, ...NEWEST });
  return keys.map(({ id, head, tail }) => {
    return { kind: "platformKey", id, text: `${head}...${tail}`, partnerId: null };
  });
}

async function byEmail(db: ReadDb, key: string): Promise<Row[]> {
  const select = { id: true, email: true, partnerId: true } as const;
  const where = { emailKey: key };
  const [users, customers] = await Promise.all([
    db.user.findMany({ where, select }),
    db.customer.findMany({ where, select, ...NEWEST }),
  ]);
  const rowOf = (kind: Kind) => (row: { id: string; email: string; partnerId: string | null }) => {
    const { id, email, partnerId } = row;
    return { kind, id, text: email, partnerId };
  };
  return [...users.map(rowOf("user")), ...customers.map(rowOf("customer"))];
}

async function byEnds(db: ReadDb, search: string): Promise<Row[]> {
  const select = { id: true, head: true, tail: true, partnerId: true } as const;
  // Separately, because each condition has an index of its own.
  const found = await Promise.all(
    readEnds(search).map((where) => db.apiKey.findMany({ where, select, ...NEWEST })),
  );
  return found
    .flat()
    .slice(0, NEWEST.take)
    .map(({ id, head, tail, partnerId }) => {
      return { kind: "key" as const, id, text: `${head}...${tail}`, partnerId };
    });
}

/** The kinds of IDs that are looked up, by the names of their prefixes. */
const ID_KINDS = {
  charge: "charge",
  customer: "customer",
  event: "event",
  import: "importRun",
  key: "key",
  limitRequest: "limitRequest",
  partner: "partner",
  payout: "payout",
  platformKey: "platformKey",
  product: "product",
  request: "request",
  transfer: "transfer",
  user: "user",
  webhookEndpoint: "webhookEndpoint",
} as const satisfies Record<Kind, Parameters<typeof isId>[0]>;

const KINDS = Object.keys(ID_KINDS) as Kind[];

const OWNER = { partnerId: true } as const;

/** The partner of the row with an ID: null for the platform's own, undefined without such a row. */
const OWNERS: Record<Kind, (db: ReadDb, id: string) => Promise<string | null | undefined>> = {
  charge: async ({ charge }, id) =>
    (await charge.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  customer: async ({ customer }, id) =>
    (await customer.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  event: async ({ event }, id) =>
    (await event.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  import: async ({ importRun }, id) =>
    (await importRun.findUnique({ where: { id }, select: { id: true } })) ? null : undefined,
  key: async ({ apiKey }, id) =>
    (await apiKey.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  limitRequest: async ({ limitRequest }, id) =>
    (await limitRequest.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  partner: async ({ partner }, id) =>
    (await partner.findUnique({ where: { id }, select: { id: true } }))?.id,
  payout: async ({ payout }, id) =>
    (await payout.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  platformKey: async ({ platformKey }, id) =>
    (await platformKey.findUnique({ where: { id }, select: { id: true } })) ? null : undefined,
  product: async ({ product }, id) =>
    (await product.findUnique({ where: { id }, select: { id: true } })) ? null : undefined,
  request: async ({ requestLog }, id) =>
    (await requestLog.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  transfer: async ({ transfer }, id) =>
    (await transfer.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  user: async ({ user }, id) =>
    (await user.findUnique({ where: { id }, select: OWNER }))?.partnerId,
  webhookEndpoint: async ({ webhookEndpoint }, id) =>
    (await webhookEndpoint.findUnique({ where: { id }, select: OWNER }))?.partnerId,
};

async function byId(db: ReadDb, kind: Kind, id: string): Promise<Row[]> {
  const partnerId = await OWNERS[kind](db, id);
  return partnerId === undefined ? [] : [{ kind, id, text: id, partnerId }];
}
