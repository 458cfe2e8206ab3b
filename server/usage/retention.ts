import type { Clock, Core } from "../core/kernel/actor";
import { isAheadOfDatabase } from "../core/kernel/ahead";
import { dropSealedResponses } from "../core/kernel/idempotency";
import { firstIdAt } from "../core/kernel/ids";
import type { Log } from "../core/kernel/ports";
import { sweepKeys } from "../core/keys/notices";
import { MAIL_DAYS } from "../core/mail/limits";
import {
  deleteCountsBefore,
  deleteEventsBefore,
  deleteHoursBefore,
  deleteMailsBefore,
  deleteRequestsBefore,
  deleteRequestsOver,
  partnersOver,
  ROWS_PER_BATCH,
} from "./sweeps";
import type { Transact } from "./write-buffer";

const SWEEP_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long the counts per key and minute are stored. */
const USAGE_DAYS = 90;
/** A limit on rows is checked each time this share of it has been written. */
const SLACK = 0.01;

type Options = {
  transact: Transact;
  clock: Clock;
  log: Log;
  bounds: { days: number; rowsPerPartner: number; maxRows: number; eventDays: number };
  /** Rows written per partner since the last call. */
  takeWritten(): Map<string, number>;
  /** Called after a large deletion. */
  reclaim(): Promise<void>;
};

type Retention = {
  /** Deletes rows that are too old or over a limit. Rejects if the database does. */
  sweep(): Promise<void>;
  close(): void;
};

/** Keeps the request log, the counts and the events within their limits, in the background. */
export function createRetention(options: Options): Retention {
  const sweep = createSweep(options);
  const sweepUnlessAhead = async () => {
    if (!(await isAheadOfDatabase(options))) return sweep();
    options.log.warn({}, "nothing old is deleted: this machine's clock is ahead of PostgreSQL's");
  };
  const { close } = everyMinute(() =>
    sweepUnlessAhead().catch((err: unknown) =>
      options.log.warn({ err }, "expired usage can't be deleted"),
    ),
  );
  return { sweep, close };
}

/**
 * Writes the events of keys that expire, have expired or are revoked as scheduled, and deletes
 * encrypted responses that are no longer replayed.
 */
export function createSweeps(core: Pick<Core, "transact" | "clock" | "log">): { close(): void } {
  const sweeps: [string, (of: typeof core) => Promise<unknown>][] = [
    ["events of keys that end can't be written", sweepKeys],
    ["encrypted responses can't be deleted", dropSealedResponses],
  ];
  return everyMinute(async () => {
    if (await isAheadOfDatabase(core).catch(() => false)) return;
    for (const [failure, sweep] of sweeps) {
      await sweep(core).catch((err: unknown) => core.log.warn({ err }, failure));
    }
  });
}

/** Runs `work` every minute, unless it is still running. It must not reject. */
function everyMinute(work: () => Promise<unknown>): { close(): void } {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await work();
    isRunning = false;
  }, SWEEP_EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function createSweep({ transact, clock, bounds, takeWritten, reclaim }: Options) {
  const { days, rowsPerPartner, maxRows, eventDays } = bounds;
  const written = new Map<string, number>();
  let writtenInAll = 0;
  let isFirst = true;

  async function sweepOld(): Promise<number> {
    const now = clock.now().getTime();
    const requests = await deleteRequestsBefore(
      transact,
      firstIdAt("request", now - days * DAY_MS),
    );
    const firstCount = new Date(now - USAGE_DAYS * DAY_MS);
    const counts = await deleteCountsBefore(transact, firstCount);
    await deleteHoursBefore(transact, firstCount);
    const events = await deleteEventsBefore(transact, new Date(now - eventDays * DAY_MS));
    const mails = await deleteMailsBefore(transact, firstIdAt("mail", now - MAIL_DAYS * DAY_MS));
    return requests.deleted + counts.deleted + events.deleted + mails.deleted;
  }

  async function sweepPartners(): Promise<number> {
    if (isFirst) {
      for (const id of await partnersOver(transact, rowsPerPartner))
        written.set(id, rowsPerPartner);
    }
    let total = 0;
    for (const [partnerId, rows] of [...written]) {
      if (rows < rowsPerPartner * SLACK) continue;
      const swept = await deleteRequestsOver(transact, { bound: rowsPerPartner, partnerId });
      if (swept.isDone) written.delete(partnerId);
      total += swept.deleted;
    }
    return total;
  }

  async function sweepAll(): Promise<number> {
    if (!isFirst && writtenInAll < maxRows * SLACK) return 0;
    const swept = await deleteRequestsOver(transact, { bound: maxRows, partnerId: null });
    if (swept.isDone) writtenInAll = 0;
    return swept.deleted;
  }

  return async () => {
    for (const [partnerId, rows] of takeWritten()) {
      written.set(partnerId, (written.get(partnerId) ?? 0) + rows);
      writtenInAll += rows;
    }
    const deleted = (await sweepOld()) + (await sweepPartners()) + (await sweepAll());
    isFirst = false;
    if (deleted >= ROWS_PER_BATCH) await reclaim();
  };
}
