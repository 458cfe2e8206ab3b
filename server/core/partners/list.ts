import { z } from "zod";
import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { cutPage, type Page, PageQuery, readCursor } from "../paging";
import { line } from "../text";
import type { PartnerFile } from "./schema";
import { partnerFile, withLiveKeys } from "./view";

/** Which partners the operators' list shows: by the beginning of a code, a word of a name, or an id. */
export const PartnerSearch = z.strictObject({
  ...PageQuery,
  search: line(80).optional(),
  status: z.enum(["active", "suspended"]).optional(),
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
      status: filter.status,
      ...(filter.search && matching(filter.search)),
      id: { lt: after },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: withLiveKeys(ctx),
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map(partnerFile) };
}

function matching(search: string): Prisma.PartnerWhereInput {
  const found = { contains: search, mode: "insensitive" } as const;
  return { OR: [{ code: found }, { name: found }, { id: search }] };
}
