import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { openEmbedded } from "../server/stores/embedded";
import { openPostgres, type PostgresTarget } from "../server/stores/postgres";
import { startPostgres } from "../server/testing/postgres";
import { sendSignal } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { createDatabase } from "../server/testing/template-database";
import { answer, type Settings } from "./support/latchkey";
import { expectRecovery, MAX_ANSWER_MS, startLoad } from "./support/outage-load";
import { openBrowser } from "./support/sign-in";

// A machine that is suspended and resumed under load, like a laptop or a virtual machine.
// `npm run soak -- suspend` stops it ten times for 1 to 40 s.
const IS_LONG = process.env.SUSPEND_SOAK === "1";
const SEED = Number(process.env.SUSPEND_SEED ?? Date.now() % 1e6);
/** Longer than every timeout of a session, a statement or a transaction. */
const MAX_TIMEOUT_MS = 17_500;
const STOPS = IS_LONG ? { count: 10, longestMs: 40_000 } : { count: 2, longestMs: 4_000 };
const LIMIT = 240_000 + STOPS.count * STOPS.longestMs;
const CODE = "suspended";
const PASSWORD = "correct horse battery";
const SECRET = "a secret of the tests, long enough to sign with";
const METRICS_TOKEN = "a token of the tests, long enough to be one";
const SIGN_INS_AT_ONCE = 4;
const PAUSE_MS = 100;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** The requests deliberately left out of the request log, which limits the rows per key. */
async function callsNotLogged({ url }: Product): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/api/metrics`, { headers })).text();
  const figures = (name: string) =>
    [...text.matchAll(new RegExp(`^latchkey_recorder_${name}{.*} (\\d+)$`, "gm"))].map(
      ([, figure]) => Number(figure),
    );
  expect(new Set(figures("dropped_total"))).toEqual(new Set([0]));
  const [skipped = Number.NaN] = figures("skipped_total");
  return skipped;
}

type Machine = {
  product: Product;
  /** The settings of the command line. */
  settings: Settings;
  /** Freezes the server; with `whole` also its stores. */
  suspend(whole: boolean): void;
  resume(): void;
  /** Opens the database after the server has ended. */
  openDatabase(): Promise<{ target: PostgresTarget; close(): Promise<unknown> }>;
  close(): Promise<unknown>;
};

async function embeddedMachine(): Promise<Machine> {
  const product = await startProduct({ env: { METRICS_TOKEN } });
  return {
    product,
    settings: { DATA_DIR: product.dataDir },
    suspend: () => sendSignal(product.pid, "SIGSTOP"),
    resume: () => sendSignal(product.pid, "SIGCONT"),
    openDatabase: () => openEmbedded({ dataDir: product.dataDir }),
    close: () => product.kill9(),
  };
}

async function externalMachine(): Promise<Machine> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { url: databaseUrl } = await createDatabase(postgres.url);
  const env = { NEXTAUTH_SECRET: SECRET, METRICS_TOKEN };
  const product = await startProduct({ databaseUrl, redisUrl: redis.url, env });
  const stores = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
  return {
    product,
    settings: { ...stores, NEXTAUTH_SECRET: SECRET, NEXTAUTH_URL: product.url },
    suspend: (whole) => {
      sendSignal(product.pid, "SIGSTOP");
      if (whole) for (const store of [postgres, redis]) store.pause();
    },
    resume: () => {
      for (const store of [postgres, redis]) store.resume();
      sendSignal(product.pid, "SIGCONT");
    },
    openDatabase: async () => ({
      target: { connectionString: databaseUrl },
      close: async () => undefined,
    }),
    close: async () => {
      await product.kill9();
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

/** A partner with an owner who can sign in, and its keys. */
async function populate({ product, settings }: Machine) {
  const scopes = ["--scopes", "accounts:read,accounts:write"];
  const owner = { email: "owner@suspended.example", password: PASSWORD };
  const words = ["partner", "create", "--code", CODE, "--name", "S", "--email", owner.email];
  const made = await answer(settings, words);
  const token = new URL(made.owner.setup_url).hash.slice(1);
  await openBrowser(product.url).procedure("session.redeemLink", { token, password: PASSWORD });
  const issue = async (limit: number) => {
    const options = ["--partner", CODE, "--label", "load", "--limit", String(limit)];
    const { id, key } = await answer(settings, ["key", "issue", ...options, ...scopes]);
    return { id, key } as { id: string; key: string };
  };
  const keys = {
    served: await issue(1e6),
    revoked: await issue(1e6),
    limited: await issue(60),
    probe: await issue(1e6),
  };
  await answer(settings, ["key", "revoke", keys.revoked.id]);
  return { owner, keys };
}

/** Signs in again and again, so that a transaction is open most of the time. */
function startSignIns(url: string, login: { email: string; password: string }) {
  const failures: string[] = [];
  let isOver = false;
  let signedIn = 0;
  const loop = async () => {
    while (!isOver) {
      const outcome = await openBrowser(url)
        .signIn(login)
        .then(async (response) => `${response.status} ${await response.text()}`, String);
      if (outcome.startsWith("200 ")) signedIn++;
      else failures.push(outcome);
    }
  };
  const loops = Array.from({ length: SIGN_INS_AT_ONCE }, loop);
  return {
    failures,
    signedIn: () => signedIn,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Returns a function whose numbers, from 0 up to 1, depend only on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function residentMiB(pid: number): number {
  const kib = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kib) / 1024;
}

const KINDS = [
  ["embedded stores", embeddedMachine],
  ["PostgreSQL and Redis", externalMachine],
] as const;

it.concurrent.each(KINDS)(
  `serves again within 5 s after a suspension at any moment, on %s (seed ${SEED})`,
  async (_, openMachine) => {
    const machine = await openMachine();
    try {
      await withstand(machine);
    } finally {
      await machine.close();
    }
  },
  LIMIT,
);

async function withstand(machine: Machine): Promise<void> {
  const { product } = machine;
  const { owner, keys } = await populate(machine);
  const random = randomFrom(SEED);
  const { count, longestMs } = STOPS;
  const stops = Array.from({ length: count }, () => 1_000 + random() * (longestMs - 1_000));
  const load = startLoad([product.url], keysOf(keys), {
    pauseMs: PAUSE_MS,
    maxAnswerMs: longestMs + MAX_TIMEOUT_MS + MAX_ANSWER_MS,
  });
  const signIns = startSignIns(product.url, owner);
  await pause(4_000);
  const residentBefore = residentMiB(product.pid);
  for (const [turn, stopMs] of [MAX_TIMEOUT_MS, ...stops].entries()) {
    await pause(300 + random() * 1_000);
    machine.suspend(turn % 2 === 1);
    await pause(stopMs);
    machine.resume();
    await expectRecovery([product.url], keys.probe.key);
  }
  await pause(1_000);
  await load.stop();
  await signIns.stop();
  expect(residentMiB(product.pid)).toBeLessThan(residentBefore * 1.2 + 64);
  const notLogged = await callsNotLogged(product);
  expect(await product.stop(), product.output()).toBe(0);

  const { seen } = load;
  expect([...new Set(seen.wrong)]).toEqual([]);
  expect(seen.broken).toBe(0);
  expect(seen.served).toBeGreaterThan(20);
  expect(seen.acknowledged.size).toBeGreaterThan(5);
  expect(signIns.signedIn()).toBeGreaterThan(3);
  expect(signIns.failures.filter((outcome) => !/error=(unavailable|wait)/.test(outcome))).toEqual(
    [],
  );
  const totals = await readTotals(machine);
  expect([...seen.acknowledged].filter((email) => !totals.emails.includes(email))).toEqual([]);
  expect(new Set(totals.emails).size).toBe(totals.emails.length);
  expect(totals.customerCount).toBe(totals.emails.length);
  // Requests that returned 503 may or may not have been counted and written; all others must be.
  expectWithin(totals.counted - totals.countedOf(keys.probe.id), seen.answered, seen.unavailable);
  expect(totals.logged + notLogged).toBe(totals.counted);
  expectWithin(totals.signedIn, signIns.signedIn(), signIns.failures.length);
}

const keysOf = ({ served, revoked, limited }: Awaited<ReturnType<typeof populate>>["keys"]) => ({
  served: served.key,
  revoked: revoked.key,
  limited: limited.key,
});

function expectWithin(value: number, least: number, more: number): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(least + more);
}

/** Reads the partner's rows from the database after the server has ended. */
async function readTotals(machine: Machine) {
  const { target, close } = await machine.openDatabase();
  const { prisma, close: disconnect } = openPostgres(target);
  try {
    const { id: partnerId, customerCount } = await prisma.partner.findUniqueOrThrow({
      where: { code: CODE },
    });
    const usage = await prisma.keyUsage.findMany({ where: { key: { partnerId } } });
    const sum = (rows: typeof usage) =>
      rows.reduce((all, row) => all + row.succeeded + row.failed + row.rateLimited, 0);
    const customers = await prisma.customer.findMany({ where: { partnerId } });
    return {
      customerCount,
      emails: customers.map(({ email }) => email),
      counted: sum(usage),
      countedOf: (keyId: string) => sum(usage.filter((row) => row.keyId === keyId)),
      logged: await prisma.requestLog.count({ where: { partnerId } }),
      signedIn: await prisma.auditEvent.count({ where: { partnerId, action: "user.signed_in" } }),
    };
  } finally {
    await disconnect();
    await close();
  }
}
