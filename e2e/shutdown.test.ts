import { request } from "node:http";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { isThorough } from "../server/testing/extent";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { eventually, freePort, sendSignal, spawnOwned } from "../server/testing/processes";
import { startRedis } from "../server/testing/redis";
import { openBrowser } from "./support/sign-in";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CUSTOMERS = 60_000;
const METRICS_TOKEN = "a token of the tests, long enough to be one";

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const { partner, plaintext: key } = await platform.newPartnerWithKey();
const { email: owner } = await platform.newPerson(partner, "owner");
const client = new pg.Client({ connectionString: platform.databaseUrl });
await client.connect();
await client.query(
  `INSERT INTO customers (id, partner_id, email, email_key, name, metadata, created_at)
   SELECT 'acc_' || n, $1, n || '@example.com', n || '@example.com', repeat('name ', 40),
     '{}'::jsonb, now() FROM generate_series(1, $2::int) n`,
  [partner.id, CUSTOMERS],
);
await client.end();

/** The product as `npm start` or a supervisor runs it, in its own process group. */
async function started(command: string, args: string[]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnOwned({
    command,
    args,
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      DATABASE_URL: platform.databaseUrl,
      REDIS_URL: redis.url,
      NEXTAUTH_SECRET: "s".repeat(40),
      NEXTAUTH_URL: url,
      HOST: "127.0.0.1",
      PORT: String(port),
      DRAIN_SECONDS: "1",
      METRICS_TOKEN,
    },
  });
  await eventually(async () => {
    if (child.hasExited()) throw new Error(child.output());
    if ((await fetch(`${url}/api/ready`)).status !== 200) throw new Error("not ready");
  }, 90_000);
  return { child, url };
}

type Running = Awaited<ReturnType<typeof started>>;

/** Begins an export that is read slowly; resolves when its first bytes have arrived. */
async function beginExport({ url }: Running) {
  const browser = openBrowser(url);
  await browser.signIn({ email: owner, password: PASSWORD });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise<{ rows: Promise<number> }>((begun, fail) => {
    request(`${url}/api/export/customers`, { headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`the export: ${response.statusCode}`));
      const rows = new Promise<number>((done) => {
        let lines = 0;
        response.on("data", (bytes: Buffer) => {
          for (const byte of bytes) if (byte === 10) lines++;
          response.pause();
          setTimeout(() => response.resume(), 1);
        });
        response.on("end", () => done(lines - 1));
        response.on("error", () => done(-lines));
      });
      response.once("readable", () => begun({ rows }));
    })
      .on("error", fail)
      .end();
  });
}

/**
 * Sends requests without a pause until the port is closed; returns the statuses other than 200 and
 * 429.
 */
async function askUntilClosed({ url }: Running): Promise<number[]> {
  const others: number[] = [];
  for (;;) {
    const headers = { authorization: `Bearer ${key}`, connection: "close" };
    const status = await fetch(`${url}/api/v1/reseller/me`, { headers }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      (error: { cause?: { code?: string } }) => {
        if (error.cause?.code === "ECONNREFUSED") return null;
        throw error;
      },
    );
    if (status === null) return others;
    if (status !== 200 && status !== 429) others.push(status);
  }
}

/** Two requests that would be held for ten and twenty seconds; resolves when they are held. */
async function beginHeld({ url }: Running): Promise<Promise<Response>[]> {
  const { key: slow, plaintext } = await platform.newKey(partner);
  await setKeyLimit(platform.system, { keyId: slow.id, perMinute: 6 });
  const ask = () => {
    const headers = { authorization: `Bearer ${plaintext}`, prefer: "wait=30" };
    return fetch(`${url}/api/v1/reseller/me`, { headers });
  };
  expect((await ask()).status).toBe(200);
  const held = [ask(), ask()];
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  await eventually(async () => {
    const figures = await (await fetch(`${url}/api/metrics`, { headers })).text();
    expect(figures).toMatch(/^latchkey_requests_held\{.*\} 2$/m);
  }, 10_000);
  return held;
}

const NODE: [string, string[]] = [process.execPath, ["dist/main.mjs"]];
const NPM: [string, string[]] = ["npm", ["start"]];
const toProcess = ({ child }: Running) => sendSignal(child.pid, "SIGTERM");
const toGroup = ({ child }: Running) => sendSignal(-child.pid, "SIGTERM");

const USUAL = [{ title: "node", run: NODE, send: toProcess, exits: 0 }];
const THOROUGH = [
  { title: "npm (which may exit first)", run: NPM, send: toProcess, exits: null },
  { title: "npm's process group, as systemd does", run: NPM, send: toGroup, exits: null },
  {
    title: "node, five times",
    run: NODE,
    send: (running: Running) => {
      for (let i = 0; i < 5; i++) setTimeout(() => toProcess(running), i * 300);
    },
    exits: 0,
  },
];

it.each(isThorough ? [...USUAL, ...THOROUGH] : USUAL)(
  "SIGTERM to $title: a running export completes, held requests get a Retry-After, and no request fails",
  async ({ run: [command, args], send, exits }) => {
    const running = await started(command, args);
    const { rows } = await beginExport(running);
    const held = await beginHeld(running);
    const asked = askUntilClosed(running);
    send(running);
    for (const response of await Promise.all(held)) {
      expect([response.status, Number(response.headers.get("retry-after"))]).toEqual([
        429,
        expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 20),
      ]);
    }
    expect(await asked).toEqual([]);
    expect(await rows).toBe(CUSTOMERS);
    const result = await running.child.exited;
    if (exits !== null) expect(result).toBe(exits);
  },
);

it("a second Ctrl-C exits immediately", async () => {
  const running = await started(...NODE);
  const { rows } = await beginExport(running);
  const { child } = running;
  child.signal("SIGINT");
  await eventually(async () => expect(child.output()).toContain("finishing open requests"), 10_000);
  // One key press may arrive twice, so the second press is later.
  const again = setInterval(() => child.signal("SIGINT"), 700);
  expect(await child.exited).toBe(1);
  clearInterval(again);
  expect(await rows).toBeLessThan(CUSTOMERS);
});
