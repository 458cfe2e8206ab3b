import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { ProcessSummary } from "../core/health/schema";
import { isFromFuture } from "../core/kernel/from-future";
import type { Transact } from "./write-buffer";

const TELL_EVERY_MS = 10_000;

/**
 * Tells operators, in a table, that this process runs and how it is, every ten seconds. A failed
 * write is not repeated: readiness reports the database. `close` takes the entry away.
 */
export function createPresence(
  { transact }: { transact: Transact },
  describe: () => Promise<ProcessSummary>,
) {
  const id = randomUUID();
  let reporting: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function report(): Promise<void> {
    const { startedAt, memoryBytes, ...now } = await describe();
    await transact(
      (tx) => tx.$executeRaw`
        WITH gone AS (
          DELETE FROM server_processes WHERE id <> ${id}
            AND (seen_at < now() - interval '1 hour' OR ${isFromFuture("seen_at")})
        )
        INSERT INTO server_processes (id, host, pid, worker, version, started_at, seen_at, status,
          per_minute, loop_delay_ms, loop_busy, memory_bytes)
        VALUES (${id}, ${hostname()}, ${process.pid}, ${now.worker}, ${now.version},
          ${startedAt}::timestamptz, now(), ${now.status}, ${now.perMinute}::int,
          ${now.loopDelayMs}::float8, ${now.loopBusy}::float8, ${memoryBytes}::bigint)
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, status = excluded.status,
          per_minute = excluded.per_minute, loop_delay_ms = excluded.loop_delay_ms,
          loop_busy = excluded.loop_busy, memory_bytes = excluded.memory_bytes`,
    );
  }

  let isTelling = false;
  const tick = () => {
    if (isTelling || isClosed) return;
    isTelling = true;
    reporting = report()
      .catch(() => undefined)
      .finally(() => {
        isTelling = false;
      });
  };
  const timer = setInterval(tick, TELL_EVERY_MS);
  timer.unref();
  tick();
  return {
    /** Resolves once the current description, if any, is written. */
    settled: () => reporting,
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await reporting;
      await transact((tx) => tx.$executeRaw`DELETE FROM server_processes WHERE id = ${id}`).catch(
        () => undefined,
      );
    },
  };
}
