import { Prisma } from "../../../prisma/client/client";

/**
 * Selects `id` and `partner_id` of a table's rows of all partners with this external ID. It is unique in a
 * partner, and its index begins with the partner, so each partner is asked. OFFSET keeps PostgreSQL
 * from reading the whole table for a join instead.
 */
export function withExternalId(table: "customers" | "charges", externalId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT found.id, found.partner_id FROM partners, LATERAL (
      SELECT id, partner_id FROM ${Prisma.raw(table)}
      WHERE partner_id = partners.id AND external_id = ${externalId} OFFSET 0
    ) AS found`;
}
