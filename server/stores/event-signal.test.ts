import { readFileSync } from "node:fs";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { freshDatabase } from "../../e2e/support/database";
import type { TestDatabase } from "../../e2e/support/template-database";
import { createLog } from "../observe/log";
import { openEventSignal, type ProcessSignal } from "./event-signal";
import {
  INSTANCE_CONNECTIONS,
  openPostgres,
  PROCESS_CONNECTIONS,
  SENDER_CONNECTIONS,
} from "./postgres";
import { explainPostgres } from "./store-fault";

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

/** Everything that a process was told, and its next. */
function listenTo(signal: ProcessSignal) {
  const told: (readonly string[] | null)[] = [];
  let wake = () => {};
  signal.subscribe(({ partnerIds }) => {
    told.push(partnerIds);
    wake();
  });
  const until = async (isTold: () => boolean) => {
    while (!isTold()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  /** A process is told to look at everything once it listens. */
  const listening = (times = 1) => until(() => told.filter((ids) => ids === null).length >= times);
  return { told, until, listening };
}

it("tells its own process before it returns, and others soon, and each once", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const own = listenTo(sender);
  const other = listenTo(receiver);
  await Promise.all([own.listening(), other.listening()]);
  sender.send(newsOf(["prt_1", "prt_2"]));
  expect(own.told.at(-1)).toEqual(["prt_1", "prt_2"]);
  await other.until(() => other.told.length > 1);
  receiver.send(newsOf(["prt_3"]));
  await own.until(() => own.told.length > 2);
  expect(own.told).toEqual([null, ["prt_1", "prt_2"], ["prt_3"]]);
  expect(other.told).toEqual([null, ["prt_1", "prt_2"], ["prt_3"]]);
});

it("tells of many partners at once, and of too many as of all", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const { told, until, listening } = listenTo(receiver);
  await listening();
  const ids = Array.from({ length: 600 }, (_, n) => `prt_${String(n).padStart(26, "0")}`);
  // The first is sent at once, the rest together after it.
  sender.send(newsOf(ids.slice(0, 1)));
  for (const id of ids.slice(1)) sender.send(newsOf([id]));
  await until(() => told.length > 2);
  expect(told).toEqual([null, ids.slice(0, 1), null]);
});

it("listens again after its connection was lost, and then looks at everything", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const { told, until, listening } = listenTo(receiver);
  await listening();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  await admin.end();
  await listening(2);
  sender.send(newsOf(["prt_1"]));
  await until(() => told.length > 2);
  expect(told.at(-1)).toEqual(["prt_1"]);
});

it("tells other processes whether webhooks are to be delivered, also of several writes together", async () => {
  const [sender, receiver] = [openProcess(), openProcess()];
  const told: boolean[] = [];
  receiver.subscribe(({ hasDeliveries }) => void told.push(hasDeliveries));
  // Once it listens, it is to look at everything.
  while (told.length < 1) await new Promise((turn) => setImmediate(turn));
  sender.send(newsOf(["prt_1"]));
  sender.send({ partnerIds: ["prt_2"], hasDeliveries: true });
  sender.send(newsOf(["prt_3"]));
  while (told.length < 3) await new Promise((turn) => setImmediate(turn));
  expect(told).toEqual([true, false, true]);
});

it("tells nobody who has unsubscribed", async () => {
  const signal = openProcess();
  const told: unknown[] = [];
  const unsubscribe = signal.subscribe((news) => void told.push(news));
  unsubscribe();
  signal.send(newsOf(["prt_1"]));
  expect(told).toEqual([]);
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
