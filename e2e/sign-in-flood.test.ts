import { once } from "node:events";
import { Agent, request } from "node:http";
import { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";

// Sign-ins from 300 networks, two at a time from each, as fast as they are answered.
const NETWORKS = 300;
const EACH = 2;
const MAX_SIGN_IN_MS = 5_000;
const PER_SECOND = 50;
const SECONDS = 8;
const ATTACK = new URL("./support/sign-in-attack.mjs", import.meta.url);
const HOME = "198.51.100.77";

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url }, hasSlowHashes: true });
const { partner, key, plaintext } = await platform.newPartnerWithKey();
await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1_000_000 });
const { email } = await platform.newPerson(partner, "owner");
const home = `/partners/${partner.code}/settings/team`;
const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
const product = await startProduct({ ...stores, env: { TRUST_PROXY: "1" } });
afterAll(() => product.stop());

const agent = new Agent({ keepAlive: true });
type Answer = { status: number; ms: number; cookies: string[]; body: string };

function send(
  path: string,
  options: {
    from: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
  },
): Promise<Answer> {
  const { from, method = "GET", headers, body } = options;
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      `${product.url}${path}`,
      { agent, method, headers: { ...headers, "x-forwarded-for": from } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.once("error", reject).once("end", () => {
          const cookies = (response.headers["set-cookie"] ?? []).map(
            (cookie) => cookie.split(";")[0] ?? "",
          );
          const ms = performance.now() - startedMs;
          resolve({ status: response.statusCode ?? 0, ms, cookies, body: text });
        });
      },
    );
    sent.once("error", reject).end(body);
  });
}

/** The token and cookie of a form, which anybody may use as often as they like. */
async function openForm(from: string) {
  const { body, cookies } = await send("/api/auth/csrf", { from });
  return { csrfToken: JSON.parse(body).csrfToken as string, cookie: cookies.join("; ") };
}
type Form = Awaited<ReturnType<typeof openForm>>;

const headersOf = (form: Form) => ({
  "content-type": "application/x-www-form-urlencoded",
  cookie: form.cookie,
  origin: product.url,
});

const submit = (form: Form) =>
  send("/api/auth/callback/credentials", {
    from: HOME,
    method: "POST",
    headers: headersOf(form),
    body: new URLSearchParams({
      email,
      password: PASSWORD,
      json: "true",
      csrfToken: form.csrfToken,
    }).toString(),
  });

/** The times of GET /me, sent regularly whatever the answers take. */
async function measure(): Promise<{ p50: number; p99: number; max: number; failed: number }> {
  const answers: Promise<Answer>[] = [];
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const headers = { authorization: `Bearer ${plaintext}` };
    answers.push(send("/api/v1/reseller/me", { from: "192.0.2.200", headers }));
    await new Promise((resume) => setTimeout(resume, 1_000 / PER_SECOND));
  }
  const all = await Promise.all(answers);
  const times = all.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return {
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    failed: all.filter(({ status }) => status !== 200).length,
  };
}

it("a flood of sign-ins from 300 networks harms neither the API nor the people at their usual place", async () => {
  const form = await openForm(HOME);
  const first = await submit(form);
  expect(first.status).toBe(200);
  const session = first.cookies.join("; ");
  const load = () => send(home, { from: HOME, headers: { cookie: session } });
  const ask = () =>
    send("/api/trpc/session.whoAmI", {
      from: HOME,
      method: "POST",
      headers: { cookie: session, "content-type": "application/json", origin: product.url },
      body: "null",
    });
  expect([(await load()).status, (await ask()).status]).toEqual([200, 200]);
  const quiet = await measure();

  let isOver = false;
  const attack = new Worker(ATTACK, {
    workerData: {
      url: product.url,
      headers: headersOf(form),
      networks: NETWORKS,
      each: EACH,
      form: { json: "true", csrfToken: form.csrfToken },
    },
  });
  const during: Answer[] = [];
  const others: Answer[] = [];
  const people = async () => {
    while (!isOver) {
      const entered = await openForm(HOME);
      others.push(await load(), await ask());
      during.push(await submit(entered));
    }
  };
  const living = people();
  const busy = await measure();
  isOver = true;
  await living;
  attack.postMessage("stop");
  const [answered] = await once(attack, "message");
  await attack.terminate();
  const longest = (answers: Answer[]) => Math.round(Math.max(...answers.map(({ ms }) => ms)));
  console.log(
    JSON.stringify({
      quiet,
      busy,
      signIns: during.length,
      longestSignInMs: longest(during),
      longestPageMs: longest(others),
      attack: answered,
    }),
  );
  expect(busy.failed).toBe(0);
  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(longest(during)).toBeLessThan(MAX_SIGN_IN_MS);
});
