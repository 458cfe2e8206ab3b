import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, type Pages, readCursor } from "../kernel/paging";
import { fingerprintOf } from "./fingerprint";
import type { ImportKind, Rejection } from "./schema";

const SHOWN = {
  id: true,
  kind: true,
  partnerCode: true,
  fileName: true,
  startedAt: true,
  finishedAt: true,
  canceledAt: true,
  movedAt: true,
  linesDone: true,
  imported: true,
  existing: true,
  rejected: true,
} as const;

type Row = Prisma.ImportRunGetPayload<{ select: typeof SHOWN }>;

/**
 * An import in the operators' console. `partnerCode`: the partner of all lines; null if each line
 * names its own. `finishedAt` is null while it runs or if it was interrupted.
 */
type ImportView = Omit<Row, "movedAt"> & { isBrokenOff: boolean };

/** A page of the imports, newest first; for operators. */
export async function listImports(ctx: Ctx, { cursor, limit }: Pages): Promise<Page<ImportView>> {
  assertOperator(ctx);
  const of = { list: "imports", partnerId: "", filter: {} };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.importRun.findMany({
    where: { id: { lt: after } },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: SHOWN,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map((row) => importView(ctx, row)) };
}

/** For operators. Throws `not_found`. */
export async function getImport(ctx: Ctx, { runId: id }: { runId: string }): Promise<ImportView> {
  assertOperator(ctx);
  const row = await ctx.db.importRun.findUnique({ where: { id }, select: SHOWN });
  return row ? importView(ctx, row) : fail("not_found", { message: "Import not found." });
}

/**
 * The latest import of this file, as this kind and for this partner; null if there is none. Goes on
 * where it stopped unless it is finished. For operators.
 */
export async function findImportOf(
  ctx: Ctx,
  of: { kind: ImportKind; partner: string | null; fileHash: string },
): Promise<ImportView | null> {
  assertOperator(ctx);
  const row = await ctx.db.importRun.findFirst({
    where: { fingerprint: fingerprintOf(of) },
    orderBy: { id: "desc" },
    select: SHOWN,
  });
  return row && importView(ctx, row);
}

/** A page of an import's rejected lines, in file order; for operators. */
export async function listRejections(
  ctx: Ctx,
  { runId, cursor, limit }: Pages & { runId: string },
): Promise<Page<Rejection>> {
  assertOperator(ctx);
  const of = { list: "import-rejections", partnerId: "", filter: { runId } };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.importRejection.findMany({
    where: { runId, ...(after !== undefined && { line: { gt: Number(after) } }) },
    orderBy: { line: "asc" },
    take: limit + 1,
    select: { line: true, reason: true },
  });
  return cutPage(ctx, of, { rows, limit, position: ({ line }) => [String(line)] });
}

/** Far longer than a batch takes: a process silent for this long has ended. */
const SILENCE_MS = 10 * 60_000;

function importView(ctx: Ctx, { movedAt, ...run }: Row): ImportView {
  // One that moved in the future did so before a clock that ran ahead was set back.
  const silentMs = Math.abs(ctx.clock.now().getTime() - (movedAt ?? run.startedAt).getTime());
  return { ...run, isBrokenOff: run.finishedAt === null && silentMs > SILENCE_MS };
}
