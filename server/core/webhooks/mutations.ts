import { Prisma } from "../../../prisma/client/client";
import { assertReadable } from "../events/readable";
import { assertPartnerOrAll, requireRecentProof } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { actionOn, type Verb } from "./action-on";
import { endHold } from "./end-hold";
import { WEBHOOK_EVENTS } from "./events";
import { MAX_ATTEMPTS, ROTATION_MS } from "./limits";
import { failAllPending, failPending } from "./pending";
import { findEndpoint, type OfEndpoint, type OfOwner } from "./queries";
import {
  type EndpointCreate,
  type EndpointUpdate,
  MAX_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookEndpointDeleted,
  type WebhookEndpointWithSecret,
} from "./schema";
import { writeTest } from "./test-events";
import { type EndpointRow, endpointView } from "./view";

/** Sent at once when an endpoint is enabled: a transaction has ten seconds, and others wait for it. */
const MAX_MISSED = 100_000;

/**
 * Creates an endpoint and sends it a ping. Throws `validation_failed` for a URL that is not
 * allowed, `conflict` at the cap, and `insufficient_scope` for types that the calling key may not
 * read.
 */
export async function createEndpoint(
  ctx: Ctx,
  { partnerId, ...input }: OfOwner & EndpointCreate,
): Promise<WebhookEndpointWithSecret> {
  assertPartnerOrAll(ctx, partnerId);
  assertUrl(ctx, input.url);
  assertReadable(ctx, input.types);
  const now = ctx.clock.now();
  const id = newId("webhookEndpoint", now.getTime());
  const { secret, sealed } = ctx.webhooks.secrets.create(id);
  return change(ctx, { action: actionOn({ partnerId }, "created"), partnerId }, async (tx) => {
    await assertBelowCap(tx, partnerId);
    const row = await tx.webhookEndpoint.create({
      data: {
        id,
        partnerId,
        url: input.url,
        description: input.description ?? "",
        types: input.types,
        payload: input.payload,
        perSecond: input.perSecond,
        secret: sealed.bytes,
        secretBy: sealed.by,
        createdAt: now,
        createdBy: actorLabel(ctx.actor),
      },
    });
    await writeTest(tx, { endpoint: row, type: "ping", now });
    const detail = { url: row.url, types: row.types };
    return { result: { ...endpointView(row, now), secret }, subject: id, detail };
  });
}

function assertUrl(ctx: Ctx, url: string): void {
  const fault = ctx.webhooks.urlFault(url);
  if (fault !== null) refuse({ path: "url", message: `The URL ${fault}.` });
}

async function assertBelowCap(tx: Tx, partnerId: string | null): Promise<void> {
  const count = await tx.webhookEndpoint.count({ where: { partnerId } });
  if (count < MAX_ENDPOINTS) return;
  fail("conflict", {
    message: `You've reached the limit of ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
    details: { limit: MAX_ENDPOINTS },
  });
}

/**
 * Changes the given fields; see EndpointUpdate. Disabling, and nothing else, is an action of its own.
 * Throws as createEndpoint() does.
 */
export async function updateEndpoint(
  ctx: Ctx,
  {
    endpointId,
    partnerId,
    sendMissed = false,
    isExpected,
    ...input
  }: OfEndpoint & EndpointUpdate & Expecting<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  const found = await findEndpoint(ctx, { endpointId, partnerId });
  if (input.url !== undefined) assertUrl(ctx, input.url);
  // A new URL receives all events of the endpoint.
  if (input.url !== undefined && input.url !== found.url) requireRecentProof(ctx);
  const now = ctx.clock.now();
  const isDisabling = input.status === "disabled" && Object.keys(input).length === 1;
  const verb = isDisabling ? "disabled" : "updated";
  return changeEndpoint(ctx, found, verb, async (tx, before) => {
    assertReadable(ctx, input.types ?? []);
    assertExpected(isExpected, endpointView(before, now));
    const { status, description, ...fields } = input;
    const isSwitched = status !== undefined && status !== before.status;
    if (isDisabling && !isSwitched) {
      return { result: endpointView(before, now), subject: endpointId, unchanged: true };
    }
    // The server at the earlier URL asked for it.
    if (fields.url !== undefined && fields.url !== before.url) await endHold(tx, endpointId);
    const data: Prisma.WebhookEndpointUpdateInput = {
      ...fields,
      ...(description !== undefined && { description: description ?? "" }),
      ...(isSwitched && (status === "disabled" ? disabled(now, "manual") : ENABLED)),
    };
    const row = await tx.webhookEndpoint.update({ where: { id: endpointId }, data });
    if (isSwitched && status === "disabled") await failPending(tx, endpointId);
    if (isSwitched && status === "enabled") {
      await (sendMissed ? sendAllMissed(tx, before) : failAllPending(tx, endpointId));
    }
    const detail = { url: row.url, before: before.url, changed: changedFields(before, row) };
    return { result: endpointView(row, now), subject: endpointId, detail };
  });
}

const ENABLED = {
  status: "enabled",
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  heldUntil: null,
} as const;

const disabled = (now: Date, reason: DisabledReason) =>
  ({ status: "disabled", disabledAt: now, disabledReason: reason }) as const;

type DisabledReason = "manual" | "gone" | "failing";

/** The fields that an update may change, as the audit log names them. */
const FIELDS = {
  url: "URL",
  types: "events",
  description: "description",
  payload: "payload",
  perSecond: "rate limit",
  status: "status",
} as const;

function changedFields(before: EndpointRow, after: EndpointRow): string[] {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  return names
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => FIELDS[name]);
}

/**
 * Loads and locks the endpoint for a change. Throws `not_found` if it was deleted meanwhile, and
 * `insufficient_scope` if the calling key may not read all that the endpoint gets.
 */
function changeEndpoint<T>(
  ctx: Ctx,
  { id, partnerId }: EndpointRow,
  verb: Verb,
  run: (tx: Tx, row: EndpointRow) => ReturnType<Parameters<typeof change<T>>[2]>,
): Promise<T> {
  return change<T>(ctx, { action: actionOn({ partnerId }, verb), partnerId }, async (tx) => {
    await tx.$queryRaw`SELECT FROM webhook_endpoints WHERE id = ${id} FOR NO KEY UPDATE`;
    const row = await tx.webhookEndpoint.findUnique({ where: { id } });
    if (!row) return fail("not_found", { message: "Webhook endpoint not found." });
    assertReadable(ctx, row.types);
    return run(tx, row);
  });
}

/**
 * Queues what the endpoint missed: failed deliveries since it began to fail or was disabled, and
 * the events since then that were not to be sent to it.
 */
async function sendAllMissed(tx: Tx, before: EndpointRow): Promise<void> {
  const since = before.failingSince ?? before.disabledAt;
  if (since === null) return;
  const failed = Prisma.sql`endpoint_id = ${before.id} AND status = 'failed'
    AND attempts < ${MAX_ATTEMPTS}
    AND coalesce(last_attempt_at, created_at) >= ${since}::timestamptz`;
  const missed = Prisma.sql`
    (${before.partnerId}::text IS NULL OR partner_id = ${before.partnerId})
    AND occurred_at >= ${before.disabledAt}::timestamptz
    AND ${before.types}::text[] && ARRAY['*', split_part(type, '.', 1) || '.*', type]`;
  const limit = MAX_MISSED + 1;
  const [found] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      (SELECT FROM webhook_deliveries WHERE ${failed} LIMIT ${limit})
      UNION ALL (SELECT FROM events WHERE ${missed} LIMIT ${limit})
    ) AS found`;
  if ((found?.count ?? 0) > MAX_MISSED) {
    const count = MAX_MISSED.toLocaleString("en");
    const message = `It missed more than ${count} events. Enable it without sending them; GET /events returns them.`;
    refuse({ path: "", message });
  }
  await tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now(), tries = 0
    WHERE ${failed}`;
  await tx.$executeRaw`
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, next_attempt_at, created_at)
    SELECT ${before.id}, id, type, now(), occurred_at FROM events WHERE ${missed}
    ON CONFLICT DO NOTHING`;
}

/** Replaces the secret. The previous one signs too for 24 hours. */
export async function rotateEndpointSecret(
  ctx: Ctx,
  of: OfEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const found = await findEndpoint(ctx, of);
  const now = ctx.clock.now();
  return changeEndpoint(ctx, found, "rotated", async (tx, before) => {
    const { secret, sealed } = ctx.webhooks.secrets.create(before.id);
    const row = await tx.webhookEndpoint.update({
      where: { id: before.id },
      data: {
        secret: sealed.bytes,
        secretBy: sealed.by,
        previousSecret: before.secret,
        previousSecretBy: before.secretBy,
        previousSecretUntil: new Date(now.getTime() + ROTATION_MS),
      },
    });
    const result = { ...endpointView(row, now), secret };
    return { result, subject: row.id, detail: { url: row.url } };
  });
}

/**
 * Deletes an endpoint and returns it as it was. Retention deletes its deliveries later. Throws
 * `not_found` and `precondition_failed`.
 */
export async function deleteEndpoint(
  ctx: Ctx,
  { isExpected, ...of }: OfEndpoint & Expecting<WebhookEndpoint>,
): Promise<WebhookEndpointDeleted> {
  const found = await findEndpoint(ctx, of);
  return changeEndpoint(ctx, found, "deleted", async (tx, row) => {
    const before = endpointView(row, ctx.clock.now());
    assertExpected(isExpected, before);
    await tx.webhookEndpoint.delete({ where: { id: row.id } });
    const result = { ...before, deleted: true } as const;
    return { result, subject: row.id, detail: { url: row.url } };
  });
}

const REASON_TEXTS = { gone: "it returned 410", failing: "no success for 5 days" };

/** Disables an endpoint that is gone or failing, and notifies its partner by an event. Idempotent. */
export async function disableEndpoint(
  ctx: Ctx,
  { endpointId, reason }: OfEndpoint & { reason: "gone" | "failing" },
): Promise<void> {
  const found = await findEndpoint(ctx, { endpointId });
  const now = ctx.clock.now();
  await changeEndpoint(ctx, found, "disabled", async (tx, before) => {
    if (before.status === "disabled") {
      return { result: undefined, subject: endpointId, unchanged: true };
    }
    await tx.webhookEndpoint.update({ where: { id: endpointId }, data: disabled(now, reason) });
    await failPending(tx, endpointId);
    const data = { reason: REASON_TEXTS[reason] };
    const disabledEvent = event(WEBHOOK_EVENTS["webhook_endpoint.disabled"], {
      subject: endpointId,
      data,
    });
    const detail = { url: before.url, reason: REASON_TEXTS[reason] };
    // The platform's own endpoints are in no partner's feed.
    const events = found.partnerId === null ? [] : [disabledEvent];
    return { result: undefined, subject: endpointId, detail, events };
  });
}
