import { afterAll, expect, it } from "vitest";
import { createCustomer } from "../server/core/customers/mutations";
import { createEndpoint } from "../server/core/webhooks/mutations";
import { openReceiver } from "../server/delivery/testing/receiver";
import { platformForTests, SECRET } from "../server/testing/platform";
import { childrenOf, commandOf, eventually, sendSignal } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";

const METRICS_TOKEN = "scrape-".padEnd(40, "x");

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const receiver = await openReceiver();
afterAll(() => receiver.close());
const { id: partnerId } = await platform.newPartner();
const types = ["account.created"];
const input = { partnerId, url: receiver.url, types, perSecond: 1_000 };
await createEndpoint(platform.system, { ...input, payload: "thin" });

const start = (workers: string) =>
  startProduct({
    databaseUrl: platform.databaseUrl,
    redisUrl: redis.url,
    env: { WORKERS: workers, METRICS_TOKEN, NEXTAUTH_SECRET: SECRET },
  });

const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
const read = async ({ url }: Product, path: string) => {
  const response = await fetch(`${url}${path}`, { headers });
  return { status: response.status, text: await response.text() };
};

let customers = 0;
/** A change whose webhook arrives. */
async function expectDelivery(): Promise<void> {
  const email = `sender-${++customers}@example.com`;
  const { id } = await createCustomer(platform.system, { partnerId, email, metadata: {} });
  const arrived = () => receiver.received.filter(({ body }) => body.includes(id));
  await expect.poll(arrived).toHaveLength(1);
}

it("a process of its own sends webhooks beside one that serves, and is replaced", async () => {
  const product = await start("1");
  await expectDelivery();
  const [sender = 0, ...others] = childrenOf(product.pid);
  expect(others).toEqual([]);
  const { text } = await read(product, "/api/metrics");
  const attempts = [
    ...text.matchAll(/^latchkey_webhook_attempts_total\{.*worker="(\w+)"\} ([1-9]\d*)$/gm),
  ];
  expect(attempts.map(([, worker]) => worker)).toEqual(["sender"]);
  expect(text).toMatch(/^latchkey_webhooks_unrecorded\{worker="sender"\} \d+$/m);
  sendSignal(sender, "SIGKILL");
  await eventually(async () => {
    expect(childrenOf(product.pid)).toHaveLength(1);
    expect(childrenOf(product.pid)).not.toContain(sender);
  }, 20_000);
  await platform.system.transact(
    // As 15 seconds would.
    (tx) => tx.$executeRaw`UPDATE webhook_endpoints SET claimed_until = now()`,
  );
  await expectDelivery();
  expect(product.output()).toContain("The process that sends webhooks exited (SIGKILL)");
  const [replacement = 0] = childrenOf(product.pid);
  expect(await product.stop()).toBe(0);
  expect(commandOf(replacement)).not.toContain("sender.mjs");
});

it("readiness says that webhooks are not sent while that process hangs, and the API works", async () => {
  const product = await start("1");
  await expectDelivery();
  const [sender = 0] = childrenOf(product.pid);
  sendSignal(sender, "SIGSTOP");
  await eventually(async () => {
    const { status, text } = await read(product, "/api/ready");
    expect([status, text]).toEqual([
      200,
      expect.stringContaining("the process that sends webhooks has been silent for"),
    ]);
  }, 30_000);
  sendSignal(sender, "SIGCONT");
  await eventually(async () => {
    expect(JSON.parse((await read(product, "/api/ready")).text).status).toBe("ready");
  }, 30_000);
  expect(await product.stop()).toBe(0);
});

it("it ends with the server, also with one that is killed", async () => {
  const product = await start("1");
  await expectDelivery();
  const [sender = 0] = childrenOf(product.pid);
  expect(commandOf(sender)).toContain("sender.mjs");
  // Only the server itself, not its process group.
  sendSignal(product.pid, "SIGKILL");
  await eventually(async () => expect(commandOf(sender)).not.toContain("sender.mjs"), 20_000);
});

it("one such process serves all workers, and each scrape has its figures", async () => {
  const product = await start("2");
  await expectDelivery();
  expect(childrenOf(product.pid)).toHaveLength(3);
  for (let n = 0; n < 6; n++) {
    const { text } = await read(product, "/api/metrics");
    expect(text).toMatch(/^latchkey_webhooks_unrecorded\{worker="sender"\} \d+$/m);
    expect(JSON.parse((await read(product, "/api/ready")).text).status).toBe("ready");
  }
  expect(await product.stop()).toBe(0);
});
