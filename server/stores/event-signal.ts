import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { withinAwake } from "../core/kernel/awake";
import type { EventNews, EventSignal, Log } from "../core/kernel/ports";
import { connectClient, type Postgres } from "./postgres";

const CHANNEL = "latchkey_events";
/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const MAX_IDS_BYTES = 7_900;
/** The last word of a payload, if webhooks are to be delivered. */
const DELIVER = "deliver";
/** A NOTIFY costs as much as a small write, so a busy process sends one for many writes. */
const GATHER_MS = 5;
const RECONNECT_MS = 1_000;
/** A connection that brings nothing is asked this often whether it still works. */
const PROBE_EVERY_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

type Listener = Parameters<EventSignal["subscribe"]>[0];

export type ProcessSignal = EventSignal & {
  /** Tells this process at once, and the others soon. Never throws. */
  send(news: EventNews, count?: number): void;
  /** How many events this process has signaled. */
  sent(): number;
  /** Sends what waits, and stops. */
  close(): Promise<void>;
};

/**
 * Tells of new events: this process directly, the others by NOTIFY after the commit, so that
 * commits don't wait for each other as they do with a NOTIFY of their own. One connection per
 * process listens, opened by the first subscriber. The embedded database has only one process.
 */
export function openEventSignal({
  postgres,
  log,
}: {
  postgres: Pick<Postgres, "database" | "prisma">;
  log: Log;
}): ProcessSignal {
  const { database, prisma } = postgres;
  const isShared = !("socketDir" in database);
  const name = randomUUID();
  const listeners = new Set<Listener>();
  const notify: Listener = (news) => {
    for (const listener of listeners) listener(news);
  };
  let sent = 0;
  let listening: Listening | null = null;
  let waiting = new Set<string>();
  let mustDeliver = false;
  let sending: Promise<void> | null = null;

  // While one NOTIFY is under way, and shortly after it, the next ones are collected.
  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const payload = payloadOf(name, waiting, mustDeliver);
      waiting = new Set();
      mustDeliver = false;
      // Its transaction has nothing to keep, so it does not wait for the disk.
      await prisma.$executeRaw`
        SELECT set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${payload})
      `.catch((err: unknown) =>
        log.warn({ err }, "other processes could not be notified of new events"),
      );
      await pause(GATHER_MS);
    }
    sending = null;
  }

  return {
    sent: () => sent,
    send(news, count = news.partnerIds.length) {
      sent += count;
      notify(news);
      if (!isShared) return;
      for (const id of news.partnerIds) waiting.add(id);
      mustDeliver ||= news.hasDeliveries;
      sending ??= sendAll();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (isShared) listening ??= listen(database, { name, notify, log });
      return () => void listeners.delete(listener);
    },
    async close() {
      await sending;
      await listening?.close();
    },
  };
}

/** `name ids deliver`; without ids if they are too many for one payload. */
function payloadOf(name: string, partnerIds: ReadonlySet<string>, mustDeliver: boolean): string {
  const ids = [...partnerIds].join(",");
  return [name, ids.length <= MAX_IDS_BYTES ? ids : "", mustDeliver ? DELIVER : ""].join(" ");
}

type Listening = { close(): Promise<void> };
type Listens = { name: string; notify: Listener; log: Log };

/** Listens until it is closed, and connects again when the connection is lost. */
function listen(database: Postgres["database"], { name, notify, log }: Listens): Listening {
  const closing = new AbortController();
  let client: pg.Client | null = null;

  async function listenOnce(): Promise<void> {
    try {
      const watch = (opening: pg.Client) => {
        client = opening;
      };
      const opened = await connectClient(database, { watch });
      const lost = new Promise<void>((resolve) => {
        opened.on("error", () => resolve());
        opened.on("end", () => resolve());
      });
      opened.on("notification", ({ payload = "" }) => {
        const [from, ids = "", deliver] = payload.split(" ");
        const partnerIds = ids === "" ? null : ids.split(",");
        if (from !== name) notify({ partnerIds, hasDeliveries: deliver === DELIVER });
      });
      await opened.query(`LISTEN ${CHANNEL}`);
      // Anything may have happened before.
      notify({ partnerIds: null, hasDeliveries: true });
      await Promise.race([lost, probe(opened, closing.signal)]);
    } finally {
      const opened = client;
      client = null;
      await opened?.end().catch(() => {});
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch((err: unknown) => {
        if (!closing.signal.aborted) log.warn({ err }, "events of other processes arrive late");
      });
      await pause(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
}

/** Rejects once the connection does not answer any more. */
async function probe(client: pg.Client, signal: AbortSignal): Promise<void> {
  const options = { signal, ref: false };
  for (;;) {
    await pause(PROBE_EVERY_MS, undefined, options);
    const answer = client.query("SELECT 1");
    await withinAwake(answer, PROBE_TIMEOUT_MS, () => new Error("the connection is silent"));
  }
}
