import { Prisma } from "../../../prisma/client/client";
import { assertOperator, assertPartner, within } from "../kernel/access";
import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { fail, refuse } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { cutPage, type Page, type Position, readCursor } from "../kernel/paging";
import { emailKey } from "../values/text";
import { CUSTOMER_UPDATED } from "./actions";
import { CUSTOMER_COLUMNS, type CustomerRow, customerView } from "./row";
import type {
  Customer,
  CustomerFilter,
  CustomerQuery,
  CustomerSearch,
  CustomerStatus,
} from "./schema";
import { newest, searchCustomers } from "./search";

/**
 * A page of the partner's customers, newest first. Customers added meanwhile sort before the first
 * page, so following the cursors returns each row once. Throws `invalid_request` for a cursor of
 * another list.
 */
export async function listCustomers(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & (CustomerSearch | CustomerQuery),
): Promise<Page<Customer>> {
  assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const of = { list: "customers", partnerId, filter };
  const search = "q" in filter ? filter.q : "search" in filter ? filter.search : undefined;
  const where = conditionsOf(partnerId, filter, readCursor(ctx, of, cursor));
  const rows =
    search === undefined
      ? await ctx.db.$queryRaw<CustomerRow[]>(
          newest(Prisma.sql`customers WHERE ${where}`, limit + 1),
        )
      : await searchCustomers(ctx, { partnerId, where, search, count: limit + 1 });
  const position = (row: CustomerRow) => [row.createdAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map(customerView) };
}

/**
 * A page of the customers of all partners, newest first; for operators and the company's own
 * systems. Throws `validation_failed` for what only a partner's list can be searched by.
 */
export async function listAllCustomers(ctx: Ctx, query: CustomerQuery): Promise<Page<Customer>> {
  assertOperator(ctx);
  const { cursor, limit, q, ...filter } = query;
  if (q !== undefined) refuse({ path: "q", message: ONLY_WITH_PARTNER });
  if (filter.externalId) refuse({ path: "externalId", message: ONLY_WITH_PARTNER });
  const of = { list: "all-customers", partnerId: "", filter };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const conditions = [
    Prisma.sql`TRUE`,
    ...filterConditions(filter),
    ...(after === undefined ? [] : [Prisma.sql`id < ${after}`]),
  ];
  // In the order of the IDs, which begin with the time, because no index has the times of all.
  const rows = await ctx.db.$queryRaw<CustomerRow[]>`
    SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY id DESC LIMIT ${limit + 1}`;
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map(customerView) };
}

const ONLY_WITH_PARTNER = "Can only be used together with partner.";

/** The codes of the customers' partners, by the customer's ID. */
export async function partnersOfCustomers(
  ctx: Ctx,
  { customerIds }: { customerIds: readonly string[] },
): Promise<Map<string, string>> {
  assertOperator(ctx);
  const rows = await ctx.db.customer.findMany({
    where: { id: { in: [...customerIds] } },
    select: { id: true, partner: { select: { code: true } } },
  });
  return new Map(rows.map(({ id, partner }) => [id, partner.code]));
}

/** The conditions of a list without its search. */
export function conditionsOf(
  partnerId: string,
  filter: CustomerFilter,
  position: Position | null,
): Prisma.Sql {
  const own = Prisma.sql`partner_id = ${partnerId}`;
  const conditions = [own, ...filterConditions(filter), ...afterCondition(position)];
  return Prisma.join(conditions, " AND ");
}

// See customerStatus().
const WITH_STATUS: Record<CustomerStatus, Prisma.Sql> = {
  active: Prisma.sql`status = 'active' AND suspended_at IS NULL`,
  suspended: Prisma.sql`suspended_at IS NOT NULL`,
  closed: Prisma.sql`status = 'closed' AND anonymized_at IS NULL`,
  anonymized: Prisma.sql`anonymized_at IS NOT NULL`,
};

function filterConditions(filter: CustomerFilter): Prisma.Sql[] {
  const { email, externalId, status, createdAfter, createdBefore, updatedSince } = filter;
  return [
    ...(email ? [Prisma.sql`email_key = ${emailKey(email)}`] : []),
    ...(externalId ? [Prisma.sql`external_id = ${externalId}`] : []),
    ...(status ? [WITH_STATUS[status]] : []),
    ...(createdAfter ? [Prisma.sql`created_at > ${createdAfter}::timestamptz`] : []),
    // The expression of an index: null means that the customer has not changed.
    ...(updatedSince
      ? [Prisma.sql`coalesce(updated_at, created_at) >= ${updatedSince}::timestamptz`]
      : []),
    ...(createdBefore ? [Prisma.sql`created_at < ${createdBefore}::timestamptz`] : []),
  ];
}

// A row comparison, because only it becomes a single index range.
function afterCondition(position: Position | null): Prisma.Sql[] {
  if (position === null) return [];
  const [createdAt, id] = position;
  return [Prisma.sql`(created_at, id) < (${createdAt}::timestamptz, ${id})`];
}

/** A customer, with `partnerId` only of that partner. */
type Wanted = { customerId: string; partnerId?: string };

/** Throws `not_found`, also for another partner's. */
export async function getCustomer(ctx: Ctx, wanted: Wanted): Promise<Customer> {
  return customerView(await findCustomer(ctx, wanted));
}

/** Like getCustomer(), with all columns. */
export async function findCustomer(
  ctx: Ctx,
  { customerId: id, partnerId }: Wanted,
): Promise<CustomerRow> {
  const own = partnerId === undefined ? {} : { partnerId };
  const row = isId("customer", id)
    ? await ctx.db.customer.findFirst({ where: { id, ...own, ...within(ctx) } })
    : null;
  return row ?? fail("not_found", { message: "Customer not found." });
}

/** The number of the partner's customers, in total and by status. */
export async function countCustomers(ctx: Ctx, { partnerId }: OfPartner) {
  assertPartner(ctx, partnerId);
  const select = { customerCount: true, closedCustomerCount: true };
  const [partner, suspended, anonymized] = await Promise.all([
    ctx.db.partner.findUnique({ where: { id: partnerId }, select }),
    ctx.db.customer.count({ where: { partnerId, suspendedAt: { not: null } } }),
    ctx.db.customer.count({ where: { partnerId, anonymizedAt: { not: null } } }),
  ]);
  if (!partner) return fail("not_found");
  const { customerCount: total, closedCustomerCount: closed } = partner;
  const active = total - closed - suspended;
  return { total, active, suspended, closed: closed - anonymized, anonymized };
}

/** The earlier names of a customer: external IDs, and emails as emailKey() has them. */
export type FormerNames = { externalIds: Set<string>; emailKeys: Set<string> };

/** The names that customers had before they were changed. Those that were erased are forgotten. */
export async function formerNames(
  tx: Pick<Tx, "$queryRaw">,
  customerIds: readonly string[],
): Promise<Map<string, FormerNames>> {
  const names = new Map<string, FormerNames>();
  const rows = await tx.$queryRaw<
    { id: string; externalId: string | null; email: string | null }[]
  >`
    SELECT subject AS id, detail#>>'{values,external_id,before}' AS "externalId",
      detail#>>'{values,email,before}' AS email
    FROM audit_events WHERE subject = ANY(${[...new Set(customerIds)]})
      AND action = ${CUSTOMER_UPDATED.name}`;
  for (const { id, externalId, email } of rows) {
    const of = names.get(id) ?? { externalIds: new Set(), emailKeys: new Set() };
    if (externalId !== null) of.externalIds.add(externalId);
    if (email !== null) of.emailKeys.add(emailKey(email));
    names.set(id, of);
  }
  return names;
}
