import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { setKeyLimit } from "../server/core/keys/mutations";
import { startNginx } from "../server/testing/nginx";
import { openPair } from "../server/testing/pair";

// Two instances behind a real nginx, with the configuration of docs/deploy/nginx.conf.
// `npm run soak -- restarts` sends 500 requests per second for a minute.
const IS_LONG = process.env.RESTART_SOAK === "1";
const PER_SECOND = IS_LONG ? 500 : 100;
const RESTARTS_EACH = IS_LONG ? 2 : 1;
/** At least this many requests, also if the restarts take less time. */
const REQUESTS = IS_LONG ? 30_000 : PER_SECOND * 5;

const pair = await openPair();
afterAll(() => pair.close());
const { instances, nginx, platform } = pair;
const { key, plaintext } = await platform.newKey(await platform.newPartner());
await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1_000_000 });

type Load = { sent: number; failures: Map<string, number>; tookMs: number[] };

/**
 * Sends requests at an even pace until it is stopped, without waiting for responses. Every tenth is
 * a write, with an Idempotency-Key: nginx sends none without it again if the port is closed between
 * its connection and the server's accept, which no server can rule out.
 */
function startLoad(): { sent(): number; stop(): Promise<Load> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const load: Load = { sent: 0, failures: new Map(), tookMs: [] };
  const open = new Set<Promise<void>>();
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) / 1_000) * PER_SECOND;
    while (load.sent < due) {
      const sent = send(agent, load.sent++, load).finally(() => open.delete(sent));
      open.add(sent);
    }
  }, 10);
  return {
    sent: () => load.sent,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return load;
    },
  };
}

async function send(agent: Agent, n: number, load: Load): Promise<void> {
  const sentAtMs = performance.now();
  const isWrite = n % 10 === 0;
  const outcome = await new Promise<string>((done) => {
    const path = `/api/v1/reseller/${isWrite ? "accounts" : "me"}`;
    const headers = {
      authorization: `Bearer ${plaintext}`,
      "content-type": "application/json",
      ...(isWrite && { "idempotency-key": `write-${n}` }),
    };
    const method = isWrite ? "POST" : "GET";
    const sending = request(nginx.url + path, { agent, method, headers }, async (response) => {
      await text(response).catch(() => done("cut off"));
      done(String(response.statusCode));
    });
    sending.on("error", (error) => done(error.message));
    sending.end(isWrite ? JSON.stringify({ email: `customer-${n}@example.com` }) : undefined);
  });
  load.tookMs.push(performance.now() - sentAtMs);
  if (outcome === (isWrite ? "201" : "200")) return;
  const failure = `${isWrite ? "POST" : "GET"}: ${outcome}`;
  load.failures.set(failure, (load.failures.get(failure) ?? 0) + 1);
}

it("restarting the instances one by one fails no request", async () => {
  const load = startLoad();
  for (let round = 0; round < RESTARTS_EACH; round++) {
    for (const [index, { port, stop }] of instances.entries()) {
      expect(await stop()).toBe(0);
      instances[index] = await pair.launch(port);
    }
  }
  await expect.poll(load.sent, { timeout: 300_000 }).toBeGreaterThanOrEqual(REQUESTS);
  const { sent, failures, tookMs } = await load.stop();
  tookMs.sort((a, b) => a - b);
  const percentile = (share: number) =>
    Math.round(tookMs[Math.ceil(tookMs.length * share) - 1] ?? Number.NaN);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${sent} requests, ${failed} failed; p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, longest ${percentile(1)} ms`,
  );
  expect(Object.fromEntries(failures), nginx.output()).toEqual({});
});

it("a draining instance keeps serving, reports not ready and closes its connections", async () => {
  const [instance] = instances;
  if (!instance) throw new Error("there is no instance");
  const ended = instance.stop();
  const get = (path: string) =>
    fetch(instance.url + path, { headers: { authorization: `Bearer ${plaintext}` } });
  await expect.poll(async () => (await get("/api/ready")).status).toBe(503);
  const answer = await get("/api/v1/reseller/me");
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await ended).toBe(0);
  instances[0] = await pair.launch(instance.port);
});

/** As many guides configure it for WebSockets. */
const WITH_UPGRADE = (conf: string) =>
  conf.replace(
    'proxy_set_header Connection "";',
    'proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";',
  );

it.each(["websocket", "h2c", "nonsense"])(
  "a request to upgrade to %s through a proxy causes no harm",
  async (protocol) => {
    const ports = instances.map(({ port }) => port);
    const proxy = await startNginx(ports, { edit: WITH_UPGRADE });
    const upgrade = async (path: string) => {
      const socket = connect(proxy.port, "127.0.0.1");
      socket.write(
        [
          `GET ${path} HTTP/1.1`,
          `host: 127.0.0.1:${nginx.port}`,
          "connection: upgrade, close",
          `upgrade: ${protocol}`,
          "sec-websocket-version: 13",
          "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
          "",
          "",
        ].join("\r\n"),
      );
      return Number((await text(socket)).split(" ")[1]);
    };
    for (const path of ["/nope", "/api/nope", "/api/v1/reseller/me", "/_next/nope"]) {
      for (let round = 0; round < 3; round++) {
        expect(await upgrade(path)).toBeGreaterThanOrEqual(200);
        expect(await upgrade(path)).toBeLessThan(500);
      }
    }
    const headers = { authorization: `Bearer ${plaintext}` };
    expect((await fetch(`${proxy.url}/api/v1/reseller/me`, { headers })).status).toBe(200);
    await proxy.stop();
  },
);
