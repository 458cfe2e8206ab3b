import { Prisma } from "../../../prisma/client/client";
import type { Reader } from "../kernel/notification";
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "../notification-types";

const READERS: readonly Reader[] = ["owner", "developer", "viewer", "operator"];

/** The types that people with this role may get. */
export function typesFor(role: Reader): string[] {
  return NOTIFICATION_TYPE_NAMES.filter((name) => NOTIFICATION_TYPES[name].readers.includes(role));
}

/**
 * Whether this release knows the type of the row `notification`. A newer one, which runs beside it
 * or ran before a rollback, may have written others: they are left to it.
 */
export const IS_KNOWN = Prisma.sql`notification.type = ANY(${NOTIFICATION_TYPE_NAMES}::text[])`;

const TYPES = READERS.map((role) => {
  const types = typesFor(role);
  const own =
    role === "operator"
      ? Prisma.sql`person.partner_id IS NULL`
      : Prisma.sql`person.partner_id = notification.partner_id`;
  return Prisma.sql`(person.role = ${role}::"Role" AND ${own}
    AND notification.type = ANY(${types}::text[]))`;
});

/**
 * Whether the user of the row `person` may read the row `notification` now: people of the partner
 * that it is about, and operators, if the type is for their role.
 */
export const MAY_READ = Prisma.sql`(person.disabled_at IS NULL AND (${Prisma.join(TYPES, " OR ")}))`;
