import { Prisma } from "../../../prisma/client/client";
import { assertPartner, within } from "../access";
import type { Ctx, OfPartner } from "../actor";
import { fail } from "../errors";
import { isId } from "../ids";
import { cutPage, type Page, type Position, readCursor } from "../paging";
import { emailKey } from "../text";
import { type CustomerRow, customerView } from "./row";
import type { Customer, CustomerFilter, CustomerSearch } from "./schema";
import { newest, searchCustomers } from "./search";

/**
 * A page of the partner's customers, newest first. Customers added meanwhile sort before the first
 * page, so following the cursors returns each row once. Throws `invalid_request` for a cursor of
 * another list.
 */
export async function listCustomers(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & CustomerSearch,
): Promise<Page<Customer>> {
  assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const of = { list: "customers", partnerId, filter };
  const conditions = [
    Prisma.sql`partner_id = ${partnerId}`,
    ...filterConditions(filter),
    ...afterCondition(readCursor(ctx, of, cursor)),
  ];
  const where = Prisma.join(conditions, " AND ");
  const rows =
    filter.search === undefined
      ? await ctx.db.$queryRaw<CustomerRow[]>(
          newest(Prisma.sql`customers WHERE ${where}`, limit + 1),
        )
      : await searchCustomers(ctx, { partnerId, where, search: filter.search, count: limit + 1 });
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

// A row comparison, because only it becomes a single index range.
function afterCondition(position: Position | null): Prisma.Sql[] {
  if (position === null) return [];
  const [createdAt, id] = position;
  return [Prisma.sql`(created_at, id) < (${createdAt}::timestamptz, ${id})`];
}

/** Throws `not_found`, also for another partner's. */
export async function getCustomer(
  ctx: Ctx,
  { customerId: id }: { customerId: string },
): Promise<Customer> {
  const row = isId("customer", id)
    ? await ctx.db.customer.findFirst({ where: { id, ...within(ctx) } })
    : null;
  return row ? customerView(row) : fail("not_found", { message: "Account not found." });
}

/** The number of the partner's customers, in total and by status. */
export async function countCustomers(ctx: Ctx, { partnerId }: OfPartner) {
  assertPartner(ctx, partnerId);
  const [partner, closed] = await Promise.all([
    ctx.db.partner.findUnique({ where: { id: partnerId }, select: { customerCount: true } }),
    ctx.db.customer.count({ where: { partnerId, status: "closed" } }),
  ]);
  if (!partner) return fail("not_found");
  const total = partner.customerCount;
  return { total, active: total - closed, closed };
}
