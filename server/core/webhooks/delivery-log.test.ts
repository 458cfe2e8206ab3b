import { expect, it } from "vitest";
import { webhookStand } from "../../delivery/testing/stand";
import type { Ctx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import type { Scope } from "../kernel/scopes";
import { describeDeliveries, describeDelivery, resendAsDescribed } from "./delivery-log";

const stand = await webhookStand();

/** An endpoint with one delivery of a type, failed after two attempts without a response. */
async function newFailure(type: string) {
  const { endpointId, partnerId } = await stand.newEndpoint();
  const at = new Date();
  const eventId = newId("event", at.getTime());
  const attempts = ["connection refused", "timed out"].map((error, n) => ({
    endpointId,
    eventId,
    number: n + 1,
    at,
    durationMs: 5,
    error,
    response: "",
    requestBody: `{"secret":"of the event"}`,
  }));
  await stand.system.transact(async (tx) => {
    const status = "failed" as const;
    const row = { endpointId, eventId, type, status, attempts: 2, createdAt: at };
    await tx.webhookDelivery.create({ data: { ...row, testBody: "{}", lastAttemptAt: at } });
    await tx.webhookAttempt.createMany({ data: attempts });
  });
  const asKey = (...scopes: Scope[]): Ctx => ({
    ...stand.system,
    actor: { kind: "key", keyId: "key_x", partnerId: partnerId ?? "", scopes },
  });
  return { endpointId, eventId, asKey };
}

it("shows the error of the last attempt in the list, and all attempts of one, without bodies", async () => {
  const { endpointId, eventId, asKey } = await newFailure("payout.paid");
  const ctx = asKey("webhooks:write");
  const { data } = await describeDeliveries(ctx, { endpointId, limit: 10, status: "failed" });
  expect(data).toMatchObject([{ eventId, lastError: "timed out", lastStatus: null, attempts: 2 }]);
  const one = await describeDelivery(ctx, { endpointId, eventId });
  expect(one.log.map(({ error }) => error)).toEqual(["connection refused", "timed out"]);
  expect(JSON.stringify(one)).not.toContain("of the event");
});

it("resends only an event that the key may read", async () => {
  const { endpointId, eventId, asKey } = await newFailure("payout.paid");
  const of = { endpointId, eventId };
  await expect(resendAsDescribed(asKey("webhooks:write"), of)).rejects.toMatchObject({
    code: "insufficient_scope",
    details: { required: "payouts:read" },
  });
  expect((await describeDelivery(stand.system, of)).status).toBe("failed");
  const may = asKey("webhooks:write", "events:read", "payouts:read");
  expect(await resendAsDescribed(may, of)).toMatchObject({ status: "pending" });
});

it("does not find another partner's deliveries", async () => {
  const { asKey } = await newFailure("payout.paid");
  const other = await newFailure("payout.paid");
  const of = { endpointId: other.endpointId, eventId: other.eventId };
  const ctx = asKey("webhooks:write", "events:read", "payouts:read");
  for (const call of [
    () => describeDeliveries(ctx, { endpointId: of.endpointId, limit: 10 }),
    () => describeDelivery(ctx, of),
    () => resendAsDescribed(ctx, of),
  ])
    await expect(call()).rejects.toMatchObject({ code: "not_found" });
});
