import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../access";
import type { Ctx } from "../actor";
import { cutPage, type Page, type Position, readCursor } from "../paging";
import { emailKey } from "../text";
import { CUSTOMER_COLUMNS, type CustomerRow, customerView } from "./row";
import type { Customer, CustomerFilter, CustomerSearch } from "./schema";

/**
 * A page of the partner's customers, newest first. Rows that are added meanwhile come before the first
 * page, so that whoever follows the cursors meets each row once. Throws `invalid_request` for a cursor
 * of another list.
 */
export async function listCustomers(
  ctx: Ctx,
  partnerId: string,
  query: CustomerSearch,
): Promise<Page<Customer>> {
  assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const of = { list: "customers", partnerId, filter };
  const conditions = [
    Prisma.sql`partner_id = ${partnerId}`,
    ...filterConditions(filter),
    ...searchConditions(filter.search),
    ...afterCondition(readCursor(ctx, of, cursor)),
  ];
  const rows = await ctx.db.$queryRaw<CustomerRow[]>`
    SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
  const position = (row: CustomerRow) => [row.createdAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map(customerView) };
}

function filterConditions(filter: CustomerFilter): Prisma.Sql[] {
  const { email, externalId, status, createdAfter, createdBefore } = filter;
  return [
    ...(email ? [Prisma.sql`email_key = ${emailKey(email)}`] : []),
    ...(externalId ? [Prisma.sql`external_id = ${externalId}`] : []),
    ...(status ? [Prisma.sql`status = ${status}::"CustomerStatus"`] : []),
    ...(createdAfter ? [Prisma.sql`created_at > ${createdAfter}::timestamptz`] : []),
    ...(createdBefore ? [Prisma.sql`created_at < ${createdBefore}::timestamptz`] : []),
  ];
}

function searchConditions(search: string | undefined): Prisma.Sql[] {
  if (search === undefined) return [];
  const beginning = `${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return [
    Prisma.sql`(email_key LIKE ${beginning} OR lower(name) LIKE ${beginning} OR external_id = ${search})`,
  ];
}

// A row comparison, because it alone is one range of the index.
function afterCondition(position: Position | null): Prisma.Sql[] {
  if (position === null) return [];
  const [createdAt, id] = position;
  return [Prisma.sql`(created_at, id) < (${createdAt}::timestamptz, ${id})`];
}
