import { expect } from "vitest";
import { stopThisProcess } from "../../testing/processes";
import type { Postgres } from "../postgres";

/** Timeouts short enough for a test, and a suspension longer than each of them. */
export const SHORT = { connectMs: 1_000, answerMs: 2_000, transactionMs: 2_000 };
export const STOPPED_MS = 3_000;

/**
 * The same for the embedded database: all queries wait for its one connection, so a timeout must be
 * longer than they take on the busiest machine.
 */
export const EMBEDDED_SHORT = { connectMs: 9_000, answerMs: 9_000, transactionMs: 9_000 };
export const EMBEDDED_STOPPED_MS = 10_000;

/** Prisma sends a query only once it is awaited. */
export const sent = <T>(query: PromiseLike<T>) => query.then((answer) => answer);

/**
 * Suspends this process within a transaction while queries wait for a connection, as many before as
 * behind it, and expects all to succeed.
 */
export async function expectAllThrough(
  { prisma, transact }: Postgres,
  { waitingEach = 30, stoppedMs = STOPPED_MS } = {},
): Promise<void> {
  const id = "stopped";
  const data = { id, code: id, name: id, revsharePct: 1, createdAt: new Date() };
  const before = await prisma.partner.count();
  const queries = () => Array.from({ length: waitingEach }, () => sent(prisma.partner.count()));
  const waiting = queries();
  const written = transact(async (tx) => {
    await tx.partner.create({ data });
    stopThisProcess(stoppedMs);
    return tx.partner.count();
  });
  const waitingBehind = queries();
  expect(await written).toBe(before + 1);
  expect(await Promise.all([...waiting, ...waitingBehind])).toHaveLength(2 * waitingEach);
  expect(await prisma.partner.count()).toBe(before + 1);
}
