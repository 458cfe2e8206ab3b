import type { Prisma } from "../../prisma/client/client";
import type { Ctx } from "../../server/core/kernel/actor";
import { newId } from "../../server/core/kernel/ids";
import { createEndpoint } from "../../server/core/webhooks/mutations";
import type { EndpointCreate } from "../../server/core/webhooks/schema";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Owner = { partnerId: string | null };
type Made = { id: string };

/** A delivery as its log shows it: the last attempt's status, or its error. */
type Past = {
  type: string;
  hoursAgo: number;
  attempts: readonly (number | string)[];
  status: "pending" | "delivered" | "failed";
};

/** Creates a test's webhook endpoints, and deliveries as if they had been sent. */
export function webhooksOf(ctx: Ctx) {
  const change = (id: string, data: Prisma.WebhookEndpointUncheckedUpdateInput) =>
    ctx.transact((tx) => tx.webhookEndpoint.update({ where: { id }, data }));
  return {
    endpoint: (of: Owner, fields: Partial<EndpointCreate> & { url: string }) =>
      createEndpoint(ctx, {
        partnerId: of.partnerId,
        types: ["*"],
        payload: "thin",
        perSecond: 50,
        ...fields,
      }),

    change,

    /** Nothing is sent to the endpoint, so that what a test writes remains. */
    async hold({ id }: Made): Promise<void> {
      await change(id, { heldUntil: new Date(Date.now() + 30 * DAY_MS) });
      await ctx.transact((tx) => tx.webhookDelivery.deleteMany({ where: { endpointId: id } }));
    },

    /** Writes a delivery; returns the ID of its event, which is a test. */
    async past({ id: endpointId }: Made, past: Past): Promise<string> {
      const { type, hoursAgo, attempts, status } = past;
      const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
      const eventId = newId("event", createdAt.getTime());
      const body = { id: eventId, type, sequence: 0, occurred_at: createdAt, data: {} };
      const results = attempts.map((result, index) => ({
        ...resultOf(result),
        endpointId,
        eventId,
        number: index + 1,
        at: new Date(createdAt.getTime() + index * 60_000),
        durationMs: 38 + 117 * index,
      }));
      await ctx.transact(async (tx) => {
        await tx.webhookDelivery.create({
          data: {
            endpointId,
            eventId,
            type,
            testBody: JSON.stringify(body),
            status,
            attempts: results.length,
            tries: results.length,
            nextAttemptAt: status === "pending" ? new Date(Date.now() + HOUR_MS) : null,
            lastStatus: results.at(-1)?.status ?? null,
            lastAttemptAt: results.at(-1)?.at ?? null,
            createdAt,
          },
        });
        await tx.webhookAttempt.createMany({ data: results });
      });
      return eventId;
    },

    /** Counts attempts in an hour. */
    async counted({ id: endpointId }: Made, hoursAgo: number, succeeded: number, failed: number) {
      const hour = new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS);
      const data = { endpointId, hour, succeeded, failed };
      const where = { endpointId_hour: { endpointId, hour } };
      await ctx.transact((tx) => tx.webhookHour.upsert({ where, create: data, update: data }));
    },
  };
}

const HEADERS = [
  ["content-type", "application/json"],
  ["x-request-id", "9f1c2e7a"],
];

function resultOf(result: number | string) {
  if (typeof result === "string") return { status: null, error: result, response: "" };
  const text = result < 300 ? { received: true } : { error: "The queue is full" };
  return { status: result, response: JSON.stringify(text), responseHeaders: HEADERS };
}

/** The endpoints of the scenes: one that works, one that fails, and one that was disabled. */
export async function sendALot(webhooks: ReturnType<typeof webhooksOf>, of: Owner): Promise<void> {
  const disabled = await webhooks.endpoint(of, {
    url: "https://old.acme.example/webhooks",
    description: "Replaced in October",
  });
  await webhooks.hold(disabled);
  await webhooks.past(disabled, {
    type: "price.changed",
    hoursAgo: 200,
    attempts: ["connection refused"],
    status: "failed",
  });
  await webhooks.change(disabled.id, {
    status: "disabled",
    disabledAt: new Date(Date.now() - 2 * DAY_MS),
    disabledReason: "failing",
    failingSince: new Date(Date.now() - 7 * DAY_MS),
  });
  const failing = await webhooks.endpoint(of, {
    url: `https://hooks.a-very-long-name.acme.example/${"events/".repeat(12)}in`,
    description: "Analytics",
    types: ["account.*", "charges.recorded", "key.created", "payout.*"],
    payload: "snapshot",
    perSecond: 5,
  });
  await webhooks.hold(failing);
  const failingSince = new Date(Date.now() - 3.2 * DAY_MS);
  await webhooks.change(failing.id, { failingSince, warnedAt: new Date() });
  for (let hour = 0; hour < 20; hour += 3) await webhooks.counted(failing, hour, 0, 1 + (hour % 4));
  await webhooks.past(failing, {
    type: "payout.paid",
    hoursAgo: 3,
    attempts: [503, "no response within 15 seconds", 503],
    status: "pending",
  });
  const working = await webhooks.endpoint(of, {
    url: "https://api.acme.example/latchkey/webhooks",
    description: "Provisioning",
  });
  await webhooks.hold(working);
  await webhooks.change(working.id, { lastSuccessAt: new Date(Date.now() - 60_000) });
  for (let hour = 0; hour < 24; hour++) {
    await webhooks.counted(working, hour, 12 + ((hour * 7) % 19), hour % 9 === 4 ? 3 : 0);
  }
  const types = ["account.created", "key.rotated", "price.changed", "payout.created"];
  for (const [index, type] of types.entries()) {
    await webhooks.past(working, {
      type,
      hoursAgo: 5 - index,
      attempts: [204],
      status: "delivered",
    });
  }
  await webhooks.past(working, {
    type: "limit_request.approved",
    hoursAgo: 0.5,
    attempts: [500, 500, 200],
    status: "delivered",
  });
  await webhooks.past(working, {
    type: "webhook_endpoint.disabled",
    hoursAgo: 0.2,
    attempts: ["connection reset"],
    status: "failed",
  });
}
