import { once, setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signIn } from "../e2e/support/sign-in";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { openPlatform, PASSWORD } from "../server/testing/platform";
import { type Product, startProduct } from "../server/testing/product";
import { median, runBench } from "./run";
import { flood, keyFile, type Latency } from "./throughput-load";
import { openEmbedded, openStores, provideEqualKeys } from "./throughput-stage";

// Prints the latency of GET /me at 200 requests per second while clients load pages in ways that
// cost the server most, compared with the same load alone, in turn.
// Run with: npm run bench:page-load [-- --embedded]

const LONGEST_MS = 10 * 60_000;
const ROUNDS = 3;
const SECONDS = 6;
const PER_SECOND = 200;
const ATTACKERS = 100;
const PIPELINED = 100;
const BROWSING = 8;
const PAGES = ["/docs", "/docs/webhooks", "/docs/errors", "/sign-in", "/docs/changelog"];
/** Of a partner. */
const OWN_PAGES = ["overview", "api-keys", "customers", "logs", "metrics", "settings/team"];
const DEMO = { partner: "nimbus", email: "owner@nimbus.example" };
const MIN_RATE = 0.8;
const MAX_P99_TIMES = 5;
const MAX_MS = 250;

/** Each connects to the port and ends its connections when `signal` aborts. */
type Attack = (port: number, signal: AbortSignal) => Promise<unknown>;

const head = (path: string, host = "127.0.0.1") => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;

/** Opens a connection, sends `text`, and closes after `closeMs` or when the signal aborts. */
function send(port: number, text: string, signal: AbortSignal, closeMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => void socket.write(text));
    const close = () => void socket.destroy();
    const timer = closeMs === undefined ? undefined : setTimeout(close, closeMs);
    signal.addEventListener("abort", close, { once: true });
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", close);
      resolve();
    });
  });
}

/** 100 clients at once that send a request and leave without the answer; then once more. */
const leaving =
  (headOf: (n: number) => string): Attack =>
  async (port, signal) => {
    for (let n = 0; !signal.aborted; n += ATTACKERS) {
      const clients = Array.from({ length: ATTACKERS }, (_, at) =>
        send(port, headOf(n + at), signal, 20),
      );
      await Promise.all(clients);
      await sleep(1_000, undefined, { signal }).catch(() => {});
    }
  };

const pipelined: Attack = (port, signal) => send(port, head("/docs").repeat(PIPELINED), signal);

/** Eight clients that load one page after another without a pause. */
const browsing =
  (pages: readonly string[], cookie = ""): Attack =>
  (port, signal) => {
    // A body that is aborted while it is decompressed may never settle.
    const ended = once(signal, "abort");
    const browse = async (from: number) => {
      for (let n = from; !signal.aborted; n++) {
        const url = `http://127.0.0.1:${port}${pages[n % pages.length]}`;
        const loaded = fetch(url, { signal, headers: { cookie } }).then((response) =>
          response.arrayBuffer(),
        );
        await Promise.race([loaded.catch(() => {}), ended]);
      }
    };
    return Promise.all(Array.from({ length: BROWSING }, (_, n) => browse(n)));
  };

/** A person who is signed in, and the code of their partner. */
type Person = { cookie: string; partner: string };

const attacksOf = ({ cookie, partner }: Person): Record<string, Attack> => ({
  "nobody loads pages": async () => {},
  [`${ATTACKERS} leave /docs, each second`]: leaving(() => head("/docs")),
  [`${ATTACKERS} leave /docs, each of another host`]: leaving((n) =>
    head("/docs", `h${n}.localhost`),
  ),
  [`${ATTACKERS} leave /sign-in, each second`]: leaving(() => head("/sign-in")),
  [`${ATTACKERS} leave /sign-in?callbackUrl=..., each second`]: leaving((n) =>
    head(`/sign-in?callbackUrl=%2F${n}`),
  ),
  [`${PIPELINED} pipelined GET /docs`]: pipelined,
  [`${BROWSING} clients browse without a pause`]: browsing(PAGES),
  [`${BROWSING} people browse their pages`]: browsing(
    OWN_PAGES.map((page) => `/partners/${partner}/${page}`),
    cookie,
  ),
});

type Measured = Latency & { perSecond: number };

async function measure(
  { port, file }: { port: number; file: string },
  attacks: Record<string, Attack>,
): Promise<Map<string, Measured[]>> {
  const url = `http://127.0.0.1:${port}/api/v1/reseller/me`;
  const aim = { url, file, pids: [], connections: 8, patienceSeconds: 60 };
  const found = new Map(Object.keys(attacks).map((name) => [name, [] as Measured[]]));
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, attack] of Object.entries(attacks)) {
      process.stderr.write(`Round ${round} of ${ROUNDS}: ${name}\n`);
      const ending = new AbortController();
      // Each of thousands of requests listens until it is collected.
      setMaxListeners(0, ending.signal);
      const attacking = attack(port, ending.signal);
      const { latency, perSecond } = await flood({
        ...aim,
        seconds: SECONDS,
        perSecond: PER_SECOND,
      });
      ending.abort();
      await attacking;
      if (round > 0) found.get(name)?.push({ ...latency, perSecond });
      await sleep(500);
    }
  }
  return found;
}

/** Prints the medians; returns whether all are within the limits. */
function report(found: Map<string, Measured[]>): boolean {
  const rows = [...found].map(([name, rounds]) => {
    const of = (field: keyof Measured) => median(rounds.map((round) => round[field]));
    return { name, p50: of("p50"), p99: of("p99"), max: of("max"), perSecond: of("perSecond") };
  });
  const [quiet] = rows;
  if (!quiet) return false;
  const isMet = ({ p99, max, perSecond }: (typeof rows)[number]) =>
    perSecond >= MIN_RATE * quiet.perSecond && p99 <= MAX_P99_TIMES * quiet.p99 && max <= MAX_MS;
  console.log(
    `GET /me at ${PER_SECOND} requests per second; medians of ${ROUNDS} rounds of ${SECONDS} s, in turn. Limits: ${MIN_RATE * 100}% of the rate, ${MAX_P99_TIMES} times the p99, ${MAX_MS} ms.`,
  );
  console.table(
    rows.map((row) => ({
      beside: row.name,
      "per second": Math.round(row.perSecond),
      "p50 ms": row.p50.toFixed(1),
      "p99 ms": row.p99.toFixed(1),
      "p99 : quiet": (row.p99 / quiet.p99).toFixed(1),
      "max ms": row.max.toFixed(0),
      met: row === quiet ? "" : isMet(row) ? "yes" : "NO",
    })),
  );
  return rows.slice(1).every(isMet);
}

async function enter(
  product: Product,
  login: { email: string; password: string; partner: string },
): Promise<Person> {
  const { email, password, partner } = login;
  const { cookies } = await signIn(product.url, { email, password });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const page = await fetch(`${product.url}/partners/${partner}/overview`, { headers: { cookie } });
  if (!(await page.text()).includes("Overview")) throw new Error("not signed in");
  return { cookie, partner };
}

async function embedded(): Promise<boolean> {
  const { product, keys } = await openEmbedded();
  const password = readFileSync(join(product.dataDir, "demo-password"), "utf8").trim();
  const attacks = attacksOf(await enter(product, { ...DEMO, password }));
  const file = keyFile("page-load", keys);
  const isMet = report(await measure({ port: product.port, file }, attacks));
  await product.stop();
  return isMet;
}

async function external(): Promise<boolean> {
  const stores = await openStores();
  const keys = await provideEqualKeys(stores, { count: 8, perMinute: MAX_PER_MINUTE });
  const env = { REDIS_URL: stores.redisUrl };
  const platform = await openPlatform({ beside: stores, env, hasSlowHashes: true });
  const partner = await platform.newPartner();
  const { email } = await platform.newPerson(partner, "owner");
  const product = await startProduct(stores);
  const person = await enter(product, { email, password: PASSWORD, partner: partner.code });
  const file = keyFile("page-load", keys);
  const isMet = report(await measure({ port: product.port, file }, attacksOf(person)));
  await product.stop();
  await platform.close();
  await stores.close();
  return isMet;
}

const main = async () =>
  (await (process.argv.includes("--embedded") ? embedded() : external())) ? 0 : 1;

await runBench(main, LONGEST_MS);
