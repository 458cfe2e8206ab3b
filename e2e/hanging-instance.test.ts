import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { type Nginx, startNginx } from "../server/testing/nginx";
import { openPair } from "../server/testing/pair";
import { sendSignal } from "../server/testing/processes";

// A stopped process still accepts connections: its kernel does. A real nginx in front of two
// instances must notice, with the configuration of docs/deploy/nginx.conf.
const CLIENTS = 20;
const REQUESTS = 3_000;
/** How long nginx leaves out an instance that has timed out; then it tries one request. */
const LEFT_OUT_MS = 10_000;

const pair = await openPair();
afterAll(() => pair.close());
const { platform } = pair;
const key = await keyWithLimit(1_000_000);
let nginx: Nginx;

// One that has not left out an instance.
beforeEach(async () => {
  nginx = await open();
});
afterEach(async () => {
  sendSignal(pair.instances[0].pid, "SIGCONT");
  await nginx.stop();
});

function open(edit?: (conf: string) => string): Promise<Nginx> {
  const ports = pair.instances.map(({ port }) => port);
  return startNginx(ports, edit && { edit });
}

async function keyWithLimit(perMinute: number): Promise<string> {
  const issued = await platform.newKey(await platform.newPartner());
  await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute });
  return issued.plaintext;
}

function call(path: string, init: RequestInit = {}, own = key): Promise<Response> {
  const headers = { authorization: `Bearer ${own}`, ...init.headers };
  return fetch(`${nginx.url}/api/v1/reseller${path}`, { ...init, headers });
}

const post = (email: string, headers: Record<string, string> = {}) =>
  call("/accounts", {
    method: "POST",
    body: JSON.stringify({ email }),
    headers: { "content-type": "application/json", ...headers },
  });

/** How many requests nginx gave up waiting for at the first instance. */
const timedOut = () =>
  nginx
    .output()
    .split("\n")
    .filter(
      (line) => line.includes("upstream timed out") && line.includes(`:${pair.instances[0].port}/`),
    ).length;

it("an instance that hangs is left out after one request of each client", async () => {
  sendSignal(pair.instances[0].pid, "SIGSTOP");
  const startedAtMs = performance.now();
  const took: number[] = [];
  const statuses = new Set<number>();
  const client = async () => {
    while (took.length < REQUESTS) {
      const sentAtMs = performance.now();
      const response = await call("/me");
      await response.text();
      statuses.add(response.status);
      took.push(performance.now() - sentAtMs);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const tries = Math.ceil((performance.now() - startedAtMs) / LEFT_OUT_MS);
  took.sort((one, other) => one - other);
  const slow = timedOut();
  console.log(
    `${took.length} requests: ${slow} waited for the stopped instance; p50 ${Math.round(took[took.length >> 1] ?? 0)} ms, longest ${Math.round(took.at(-1) ?? 0)} ms`,
  );
  expect([...statuses]).toEqual([200]);
  expect(slow).toBeGreaterThan(0);
  expect(slow).toBeLessThanOrEqual(CLIENTS + tries);
});

it("an instance that hangs loses no write with an Idempotency-Key, and no other is sent twice", async () => {
  await nginx.stop();
  // A write without a key waits this long for the stopped instance.
  nginx = await open((conf) => conf.replace(/_timeout (60|20)s/g, "_timeout 8s"));
  sendSignal(pair.instances[0].pid, "SIGSTOP");
  const emails = Array.from({ length: CLIENTS }, (_, n) => `hanging-${n}@example.com`);
  const withKey = (email: string) => post(`keyed-${email}`, { "idempotency-key": email });
  const [plain, keyed] = await Promise.all([
    Promise.all(emails.map((email) => post(email))),
    Promise.all(emails.map(withKey)),
  ]);
  expect(timedOut()).toBeGreaterThan(0);
  expect(new Set(keyed.map(({ status }) => status))).toEqual(new Set([201]));
  // A customer that exists already would be a 409: the request was sent twice.
  for (const { status } of plain) expect([201, 504]).toContain(status);
  sendSignal(pair.instances[0].pid, "SIGCONT");
  const again = await Promise.all(emails.map(withKey));
  const ids = async (responses: Response[]) =>
    Promise.all(responses.map(async (one) => ((await one.json()) as { id: string }).id));
  expect(await ids(again)).toEqual(await ids(keyed));
});

it("requests that are held, and requests for events, are not taken for hanging", async () => {
  const slow = await keyWithLimit(10);
  let refused: Response;
  do refused = await call("/me", {}, slow);
  while (refused.status === 200);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // Six seconds apart, so that the second one waits longer than an instance that hangs may.
  const held = () => call("/me", { headers: { prefer: "wait=30" } }, slow);
  const events = await keyWithLimit(10);
  const before = nginx.output();
  const responses = await Promise.all([
    held(),
    held(),
    call("/events?wait=5&types=account.created", {}, events),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(nginx.output()).toBe(before);
});
