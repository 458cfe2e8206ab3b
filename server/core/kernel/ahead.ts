import { Prisma } from "../../../prisma/client/client";
import type { Clock, Tx } from "./actor";

/** The clocks of machines differ by seconds. */
const TOLERATED = Prisma.sql`interval '1 hour'`;

/**
 * Whether the clock of this process is far ahead of the database's, which all processes share. What
 * only time causes has to wait then: retention would delete what is young, and keys and endpoints
 * would end.
 */
export async function isAheadOfDatabase({
  transact,
  clock,
}: {
  transact: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  clock: Clock;
}): Promise<boolean> {
  const now = clock.now();
  const [row] = await transact(
    (tx) => tx.$queryRaw<{ isAhead: boolean }[]>`
      SELECT ${now}::timestamptz > now() + ${TOLERATED} AS "isAhead"`,
  );
  return row?.isAhead ?? false;
}
