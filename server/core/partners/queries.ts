import { z } from "zod";
import type { Prisma } from "../../../prisma/client/client";
import { assertOperator, assertPartner } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, PageQuery, readCursor } from "../kernel/paging";
import { containing } from "../kernel/patterns";
import { mixedScripts } from "../values/scripts";
import { line } from "../values/text";
import { type Partner, PartnerCode, type PartnerFile, PartnerStatus } from "./schema";
import { partnerFile, partnerRecord, withLiveKeys } from "./view";

/** Filters of the operators' list: the beginning of a code, a word of a name, or an id. */
export const PartnerSearch = z.strictObject({
  ...PageQuery,
  search: line(80).optional(),
  status: PartnerStatus.optional(),
});

export type PartnerSearch = z.infer<typeof PartnerSearch>;

/** A page of the partners, newest first; for operators. */
export async function listPartners(ctx: Ctx, query: PartnerSearch): Promise<Page<PartnerFile>> {
  assertOperator(ctx);
  const { cursor, limit, ...filter } = query;
  const of = { list: "partners", partnerId: "", filter };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.partner.findMany({
    where: {
      ...(filter.status && withStatus(filter.status)),
      ...(filter.search && matching(filter.search)),
      id: { lt: after },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: withLiveKeys(ctx),
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map((row) => partnerFile(row, ctx.clock.now())) };
}

function withStatus(status: PartnerStatus): Prisma.PartnerWhereInput {
  if (status === "terminated") return { terminatedAt: { not: null } };
  return { status, terminatedAt: null };
}

function matching(search: string): Prisma.PartnerWhereInput {
  const found = containing(search);
  return { OR: [{ code: found }, { name: found }, { id: search }] };
}

type WithNotes = { partner: Partner } & Pick<
  PartnerFile,
  "suspendedReason" | "terminatedAt" | "mixedScripts"
>;

/**
 * One partner, with the reason for its suspension or termination: null if none was given. Throws
 * `not_found`, also for another partner's.
 */
export async function getPartner(ctx: Ctx, { partnerId }: OfPartner): Promise<WithNotes> {
  assertPartner(ctx, partnerId);
  const row = await ctx.db.partner.findUnique({ where: { id: partnerId } });
  if (!row) return fail("not_found");
  const { name, suspendedReason, terminatedAt } = row;
  return {
    partner: partnerRecord(row, ctx.clock.now()),
    suspendedReason,
    terminatedAt,
    mixedScripts: mixedScripts(name),
  };
}

/** The partner with this code; for operators. Throws `not_found`. */
export async function getPartnerByCode(ctx: Ctx, { code }: { code: string }): Promise<Partner> {
  assertOperator(ctx);
  const row = await ctx.db.partner.findUnique({ where: { code } });
  return row
    ? partnerRecord(row, ctx.clock.now())
    : fail("not_found", { message: `No partner with the code ${code}.` });
}

/** One partner with its operators-only fields. Throws `not_found`. */
export async function getPartnerFile(ctx: Ctx, { partnerId }: OfPartner): Promise<PartnerFile> {
  assertOperator(ctx);
  const include = withLiveKeys(ctx);
  const row = await ctx.db.partner.findUnique({ where: { id: partnerId }, include });
  return row
    ? partnerFile(row, ctx.clock.now())
    : fail("not_found", { message: "Partner not found." });
}

/**
 * The ID of the partner with this code; for operators and the company's own systems. Throws
 * `not_found`.
 */
export async function findPartnerId(ctx: Ctx, { code }: { code: string }): Promise<string> {
  assertOperator(ctx);
  const row = PartnerCode.safeParse(code).success
    ? await ctx.db.partner.findUnique({ where: { code }, select: { id: true } })
    : null;
  return row ? row.id : fail("not_found", { message: "Partner not found." });
}

/** The IDs of the partners with these codes, by code; for operators and the company's own systems. */
export async function partnerIds(
  ctx: Ctx,
  { codes }: { codes: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await idsAndCodes(ctx, { code: { in: [...new Set(codes)] } });
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** The codes of these partners, by ID; for operators and the company's own systems. */
export async function partnerCodes(
  ctx: Ctx,
  { partnerIds }: { partnerIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await idsAndCodes(ctx, { id: { in: [...new Set(partnerIds)] } });
  return new Map(rows.map(({ id, code }) => [id, code]));
}

function idsAndCodes(ctx: Ctx, where: Prisma.PartnerWhereInput) {
  assertOperator(ctx);
  return ctx.db.partner.findMany({ where, select: { id: true, code: true } });
}
