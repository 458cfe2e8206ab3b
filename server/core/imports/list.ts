import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { fail } from "../errors";
import { cutPage, type Page, readCursor } from "../paging";
import type { Rejection } from "./schema";

const SHOWN = {
  ...{ id: true, kind: true, partnerCode: true, startedAt: true, finishedAt: true },
  ...{ linesDone: true, imported: true, existing: true, rejected: true },
} as const;

/**
 * An import as the operators' console shows it. `partnerCode`: whose all lines are; null where each line
 * says so itself. `finishedAt` is null while it runs or was broken off.
 */
export type ImportView = Prisma.ImportRunGetPayload<{ select: typeof SHOWN }>;

type Pages = { cursor?: string | undefined; limit: number };

/** A page of the imports, newest first; for operators. */
export async function listImports(ctx: Ctx, { cursor, limit }: Pages): Promise<Page<ImportView>> {
  assertOperator(ctx);
  const of = { list: "imports", partnerId: "", filter: {} };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.importRun.findMany({
    where: after === undefined ? {} : { id: { lt: after } },
    orderBy: { id: "desc" },
    take: limit + 1,
    select: SHOWN,
  });
  return cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
}

/** One import; for operators. Throws `not_found`. */
export async function getImport(ctx: Ctx, id: string): Promise<ImportView> {
  assertOperator(ctx);
  const row = await ctx.db.importRun.findUnique({ where: { id }, select: SHOWN });
  return row ?? fail("not_found", { message: "no such import" });
}

/** A page of an import's bad lines, in the order of the file; for operators. */
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
