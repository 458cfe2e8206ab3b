import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { spawnScript } from "../testing/script";
import { SECRET, webhookStand } from "./testing/stand";

const stand = await webhookStand();
const { startDispatcher, newEndpoint, newCustomer, deliveriesOf } = stand;

const SCRIPT = fileURLToPath(new URL("testing/dispatcher-process.ts", import.meta.url));

/** Another process that delivers webhooks of the same database. */
function startProcess() {
  const child = spawnScript(SCRIPT, { args: [stand.platform.databaseUrl, SECRET] });
  onTestFinished(() => child.signal("SIGKILL"));
  return child;
}

/** An endpoint that leaves the first request without a response. */
async function newHangingOnce() {
  let isFirst = true;
  return newEndpoint((_, response) => {
    if (!isFirst) response.writeHead(204).end();
    isFirst = false;
  });
}

/** Ends the claims of dead processes, as 15 seconds would. */
const endClaims = () =>
  stand.system.transact((tx) => tx.$executeRaw`UPDATE webhook_endpoints SET claimed_until = now()`);

it("what a killed process has not recorded is delivered by another, with the same id", async () => {
  const { partnerId, endpointId, received } = await newHangingOnce();
  const child = startProcess();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  child.signal("SIGKILL");
  await child.exited;
  const dispatcher = startDispatcher();
  // Until the claim ends, the dead process may still be sending.
  await dispatcher.drained();
  expect(received).toHaveLength(1);
  await endClaims();
  await expect.poll(() => received).toHaveLength(2);
  await dispatcher.drained();
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

it("a process that was stopped past its claim sends nothing that another has sent", async () => {
  const { partnerId, endpointId, received } = await newHangingOnce();
  const child = startProcess();
  await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(1);
  child.signal("SIGSTOP");
  await endClaims();
  const dispatcher = startDispatcher();
  for (let n = 0; n < 5; n++) await newCustomer(partnerId);
  await expect.poll(() => received).toHaveLength(7);
  await dispatcher.drained();
  child.signal("SIGCONT");
  const other = await newEndpoint();
  await newCustomer(other.partnerId);
  await expect.poll(() => other.received).toHaveLength(1);
  await dispatcher.drained();
  // Only the request that was in flight was sent twice.
  expect(received).toHaveLength(7);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(6);
  expect((await deliveriesOf(endpointId)).map(({ status }) => status)).toEqual(
    Array.from({ length: 6 }, () => "delivered"),
  );
});
