import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "../observe/log";
import { freshDatabase } from "../testing/database";
import type { TestDatabase } from "../testing/template-database";
import { openEventSignal, type ProcessSignal } from "./event-signal";
import {
  INSTANCE_CONNECTIONS,
  openPostgres,
  PROCESS_CONNECTIONS,
  SENDER_CONNECTIONS,
} from "./postgres";
import { explainPostgres } from "./store-fault";
import { administer } from "./testing/administer";

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.drop();
});

function openProcess(): ProcessSignal {
  const postgres = openPostgres({ connectionString: database.url });
  const signal = openEventSignal({ postgres, log: createLog("silent") });
  closing.push(postgres.close, signal.close);
  return signal;
}

const newsOf = (partnerIds: readonly string[]) => ({ partnerIds, hasDeliveries: false });

/** Every signal that a process has received, and a wait for the next. */
function listenTo(signal: ProcessSignal) {
  const received: (readonly string[] | null)[] = [];
  let wake = () => {};
  signal.subscribe(({ partnerIds }) => {
    received.push(partnerIds);
    wake();
  });
  const until = async (isDone: () => boolean) => {
    while (!isDone()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  /** Once it listens, a process gets the signal to look at everything. */
  const listening = (times = 1) =>
    until(() => received.filter((ids) => ids === null).length >= times);
  return { received, until, listening };
}

it("signals its own process before it returns, and others soon, each once", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const own = listenTo(sender);
  const other = listenTo(receiver);
  await Promise.all([own.listening(), other.listening()]);
  sender.send(newsOf(["prt_1", "prt_2"]));
  expect(own.received.at(-1)).toEqual(["prt_1", "prt_2"]);
  await other.until(() => other.received.length > 1);
  receiver.send(newsOf(["prt_3"]));
  await own.until(() => own.received.length > 2);
  expect(own.received).toEqual([null, ["prt_1", "prt_2"], ["prt_3"]]);
  expect(other.received).toEqual([null, ["prt_1", "prt_2"], ["prt_3"]]);
});

it("signals many partners at once, and too many as all", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const { received, until, listening } = listenTo(receiver);
  await listening();
  const ids = Array.from({ length: 600 }, (_, n) => `prt_${String(n).padStart(26, "0")}`);
  // The first is sent at once, the rest together after it.
  sender.send(newsOf(ids.slice(0, 1)));
  for (const id of ids.slice(1)) sender.send(newsOf([id]));
  await until(() => received.length > 2);
  expect(received).toEqual([null, ids.slice(0, 1), null]);
});

it("listens again after its connection was lost, and then looks at everything", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const { received, until, listening } = listenTo(receiver);
  await listening();
  await administer(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  await listening(2);
  sender.send(newsOf(["prt_1"]));
  await until(() => received.length > 2);
  expect(received.at(-1)).toEqual(["prt_1"]);
});

it("signals to other processes whether webhooks are to be delivered, also for several writes at once", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const received: boolean[] = [];
  receiver.subscribe(({ hasDeliveries }) => void received.push(hasDeliveries));
  // Once it listens, it is to look at everything.
  while (received.length < 1) await new Promise((turn) => setImmediate(turn));
  sender.send(newsOf(["prt_1"]));
  sender.send({ partnerIds: ["prt_2"], hasDeliveries: true });
  sender.send(newsOf(["prt_3"]));
  while (received.length < 3) await new Promise((turn) => setImmediate(turn));
  expect(received).toEqual([true, false, true]);
});

it("signals nothing after unsubscribe", async () => {
  const signal = openProcess();
  const received: unknown[] = [];
  const unsubscribe = signal.subscribe((news) => void received.push(news));
  unsubscribe();
  signal.send(newsOf(["prt_1"]));
  expect(received).toEqual([]);
});

it("processes with full pools that also listen have as many connections as the docs say", async () => {
  const postgres = openPostgres({ connectionString: database.url });
  const pages = openPostgres({ connectionString: database.url });
  const signal = openEventSignal({ postgres, log: createLog("silent") });
  closing.push(postgres.close, pages.close, signal.close);
  await listenTo(signal).listening();
  const most = async (pools: (typeof postgres)[]) => {
    const counted = pools.flatMap(({ prisma }) =>
      Array.from({ length: 30 }, async () => {
        const [row] = await prisma.$queryRaw<{ n: number }[]>`
          SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'latchkey'
            AND datname = current_database()) AS n FROM pg_sleep(0.2)`;
        return Number(row?.n);
      }),
    );
    return Math.max(...(await Promise.all(counted)));
  };
  expect(await most([postgres])).toBe(SENDER_CONNECTIONS);
  expect(await most([postgres, pages])).toBe(PROCESS_CONNECTIONS);
});

it("the docs have the connections of an instance, and the instances that they allow", () => {
  const docs = readFileSync("docs/operations.md", "utf8");
  expect(docs).toContain(`Each process that serves holds up to ${PROCESS_CONNECTIONS} connections`);
  expect(docs).toContain(`sends webhooks, one for each instance, up to ${SENDER_CONNECTIONS}.`);
  expect(docs).toContain(`up to ${SENDER_CONNECTIONS} connections to PostgreSQL)`);
  expect(docs).toContain(`An instance holds up to ${INSTANCE_CONNECTIONS} connections`);
  const advice = explainPostgres({ code: "53300" })?.cure;
  expect(advice).toContain(`An instance holds up to ${INSTANCE_CONNECTIONS} connections`);
  const [, limits = ""] = /\| `max_connections` \| (.+) \|/.exec(docs) ?? [];
  const rows = ["all at once", "one at a time"].map(
    (how) => new RegExp(`\\| instances, replaced ${how} \\| (.+) \\|`).exec(docs)?.[1],
  );
  const most = limits.split(" | ").map((limit) => Number.parseInt(limit, 10) - 8);
  const atOnce = most.map((free) => Math.floor(free / (2 * INSTANCE_CONNECTIONS)));
  const oneByOne = most.map((free) => Math.floor(free / INSTANCE_CONNECTIONS) - 1);
  expect(rows).toEqual([atOnce.join(" | "), oneByOne.join(" | ")]);
});
