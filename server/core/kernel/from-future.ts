import { Prisma } from "../../../prisma/client/client";

/**
 * Whether a time is in the future by the database's clock, which all processes share: then a clock
 * that ran ahead wrote it, and it says nothing. Clocks may differ by a minute.
 */
export function isFromFuture(column: string): Prisma.Sql {
  return Prisma.raw(`(${column} > now() + interval '1 minute')`);
}
