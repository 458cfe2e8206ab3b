import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { KEPT_KIB } from "../core/webhooks/limits";
import { getDelivery } from "../core/webhooks/queries";
import { KeptBytes } from "./kept-bytes";
import { deliveredOutcome } from "./testing/plans";
import { webhookStand } from "./testing/stand";

const HOUR_MS = 3_600_000;
const KEPT_BYTES = KEPT_KIB * 1_024;
const stand = await webhookStand();

it("bounds what long responses of a receiver take in the database, and says what is not kept", async () => {
  let status = 200;
  const { partnerId, endpointId } = await stand.newEndpoint((_request, response) => {
    response.writeHead(status, { "x-long": randomBytes(1_500).toString("hex") });
    response.end(randomBytes(2_048).toString("hex"));
  });
  const dispatcher = stand.startDispatcher();
  for (let n = 0; n < 160; n++) await stand.newCustomer(partnerId);
  await dispatcher.drained();
  const [stored] = await stand.system.db.$queryRaw<{ count: bigint; bytes: bigint }[]>`
    SELECT count(*), sum(length(response) + length(response_headers::text)) AS bytes
    FROM webhook_attempts WHERE endpoint_id = ${endpointId}`;
  expect(stored?.count).toBe(160n);
  expect(Number(stored?.bytes)).toBeGreaterThan(0.9 * KEPT_BYTES);
  expect(Number(stored?.bytes)).toBeLessThan(1.1 * KEPT_BYTES);

  const latest = async () => {
    const [delivery] = await stand.deliveriesOf(endpointId);
    const { attempts } = await getDelivery(stand.system, {
      endpointId,
      eventId: delivery?.eventId ?? "",
    });
    return attempts[0];
  };
  const nothing = { requestBody: null, responseHeaders: null, response: "" };
  expect(await latest()).toMatchObject({ isKept: false, status: 200, ...nothing });

  status = 500;
  await stand.newCustomer(partnerId);
  await dispatcher.drained();
  const failed = await latest();
  expect(failed, "failures have room of their own").toMatchObject({ isKept: true, status: 500 });
  expect(failed?.response).toHaveLength(4_096);
});

const MIB = 2 ** 20;
const long = (endpointId: string, bytes: number) => ({
  ...deliveredOutcome(endpointId, "evt_1"),
  requestBody: "é".repeat(bytes / 2),
});

it("counts bytes per endpoint and hour, also of requests, and keeps what still has room", () => {
  const kept = new KeptBytes();
  const keeps = (endpointId: string, bytes: number, nowMs: number) =>
    kept.keep(long(endpointId, bytes), nowMs).isKept;
  expect(keeps("whe_1", MIB - 1_000, 0)).toBe(true);
  expect(keeps("whe_1", 2_000, 1)).toBe(false);
  expect(keeps("whe_1", 500, 2)).toBe(true);
  expect(keeps("whe_2", 2_000, 3)).toBe(true);
  expect(keeps("whe_1", 2_000, HOUR_MS - 1)).toBe(false);
  expect(keeps("whe_1", 2_000, HOUR_MS)).toBe(true);
});
