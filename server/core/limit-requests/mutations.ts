import { assertOperator } from "../kernel/access";
import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { type EventFact, event } from "../kernel/event";
import { newId } from "../kernel/ids";
import { conflictOn } from "../kernel/unique";
import { isHigher, limitChanged } from "../keys/mutations";
import { getKey } from "../keys/queries";
import { LIMIT_REQUEST_APPROVED, LIMIT_REQUEST_DECLINED, LIMIT_REQUEST_OPENED } from "./actions";
import { LIMIT_REQUEST_EVENTS } from "./events";
import type { LimitRequestDecision, LimitRequestOpen } from "./schema";
import { type LimitRequest, limitRequestView, WITH_NAMES } from "./view";

/**
 * Requests a higher limit for an active key, and attaches the key's recent usage. Throws `conflict`
 * while another request of the key is open, and `validation_failed` unless it exceeds the current
 * limit.
 */
export async function openLimitRequest(ctx: Ctx, input: LimitRequestOpen): Promise<LimitRequest> {
  const key = await getKey(ctx, { keyId: input.keyId });
  if (key.state !== "active") fail("conflict", { message: "The key is not active." });
  if (input.wantedPerMinute <= key.perMinute) {
    const message = `Must be higher than the current limit of ${key.perMinute}.`;
    refuse({ path: "wantedPerMinute", message });
  }
  const evidence = await usageEvidence(ctx, { keyId: key.id });
  const now = ctx.clock.now();
  const { partnerId } = key;
  return change(ctx, { action: LIMIT_REQUEST_OPENED, partnerId }, async (tx) => {
    const row = await tx.limitRequest
      .create({
        data: {
          id: newId("limitRequest", now.getTime()),
          partnerId,
          ...input,
          ...evidence,
          currentPerMinute: key.perMinute,
          requestedBy: actorLabel(ctx.actor),
          createdAt: now,
        },
        include: WITH_NAMES,
      })
      .catch(conflictOn("key_id", "This key already has a pending request."));
    const { id, label, perMinute: before } = key;
    const detail = { key: id, label, before, wanted: input.wantedPerMinute };
    const opened = event(LIMIT_REQUEST_EVENTS["limit_request.opened"], {
      subject: row.id,
      data: { keyId: id, currentPerMinute: before, wantedPerMinute: row.wantedPerMinute },
    });
    return { result: limitRequestView(row), subject: row.id, detail, events: [opened] };
  });
}

/**
 * Approves with a number, which is the key's limit from the next request on, or declines with a
 * message. Throws `not_found`, and `conflict` if it was already decided.
 */
export async function decideLimitRequest(
  ctx: Ctx,
  input: LimitRequestDecision,
): Promise<LimitRequest> {
  assertOperator(ctx);
  const asked = await ctx.db.limitRequest.findUnique({ where: { id: input.id } });
  if (!asked) fail("not_found", { message: "Limit request not found." });
  const isApproval = input.decision === "approve";
  const action = isApproval ? LIMIT_REQUEST_APPROVED : LIMIT_REQUEST_DECLINED;
  return change(ctx, { action, partnerId: asked.partnerId }, async (tx) => {
    const decision = isApproval
      ? { status: "approved" as const, grantedPerMinute: input.perMinute }
      : { status: "declined" as const, answer: input.answer };
    // The update itself decides: of two concurrent operators, only one finds the request open.
    const { count } = await tx.limitRequest.updateMany({
      where: { id: input.id, status: "open" },
      data: { ...decision, decidedAt: ctx.clock.now() },
    });
    if (count === 0) fail("conflict", { message: "This request has already been reviewed." });
    const where = { id: asked.keyId };
    const key = await tx.apiKey.findUniqueOrThrow({ where });
    const { label, perMinute: before } = key;
    const events: EventFact[] = [];
    if (isApproval) {
      const { perMinute } = input;
      await tx.apiKey.update({ where, data: { perMinute } });
      const data = { keyId: key.id, grantedPerMinute: perMinute };
      events.push(
        event(LIMIT_REQUEST_EVENTS["limit_request.approved"], { subject: input.id, data }),
      );
      events.push(...limitChanged(key, perMinute));
    } else {
      const data = { keyId: key.id, answer: input.answer };
      events.push(
        event(LIMIT_REQUEST_EVENTS["limit_request.declined"], { subject: input.id, data }),
      );
    }
    const row = await tx.limitRequest.findUniqueOrThrow({
      where: { id: input.id },
      include: WITH_NAMES,
    });
    return {
      result: limitRequestView(row),
      subject: row.id,
      detail: { key: asked.keyId, label, before, wanted: row.wantedPerMinute, ...decision },
      events,
      widens: isApproval && isHigher(input.perMinute, before),
    };
  });
}

/**
 * Declines the open requests of a partner, whose keys' limits can't be changed any more. Returns the
 * events.
 */
export async function declineOpen(
  tx: Tx,
  { partnerId, answer, now }: OfPartner & { answer: string; now: Date },
): Promise<EventFact[]> {
  const open = { partnerId, status: "open" } as const;
  const rows = await tx.limitRequest.findMany({ where: open, orderBy: { id: "asc" } });
  const data = { status: "declined", answer, decidedAt: now } as const;
  await tx.limitRequest.updateMany({ where: open, data });
  return rows.map(({ id, keyId }) =>
    event(LIMIT_REQUEST_EVENTS["limit_request.declined"], { subject: id, data: { keyId, answer } }),
  );
}

const EVIDENCE_DAYS = 7;

/** The key's recent usage, on which the decision is based. */
type UsageEvidence = {
  /** Requests in the peak minute, including rate-limited ones. */
  peakPerMinute: number;
  /** The most requests in ten seconds; null if an earlier release counted them. */
  peakTenSeconds: number | null;
  /** Share of all requests that were rate limited (429), 0 to 1. */
  refusedShare: number;
};

type Evidence = { peak: number; peakTenSeconds: number | null; refused: number; all: number };

/** Usage of the last seven days. The caller has checked access to the key. */
async function usageEvidence(ctx: Ctx, { keyId }: { keyId: string }): Promise<UsageEvidence> {
  // Imported only here: it loads the database client, and the command line's help must not.
  const { PEAK_TEN_SECONDS } = await import("../usage/peaks");
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - EVIDENCE_DAYS * 86_400_000);
  const [row] = await ctx.db.$queryRaw<Evidence[]>`
    SELECT coalesce(max(succeeded + failed + rate_limited), 0)::int AS peak,
           max(peak_ten_seconds)::int AS "peakTenSeconds",
           coalesce(sum(rate_limited), 0)::float8 AS refused,
           coalesce(sum(succeeded + failed + rate_limited), 0)::float8 AS all
    FROM (
      SELECT u.succeeded, u.failed, u.rate_limited, ${PEAK_TEN_SECONDS} AS peak_ten_seconds
      FROM key_usage u WHERE u.key_id = ${keyId} AND u.minute >= ${since} AND u.minute <= ${now}
      WINDOW minutes AS (ORDER BY u.minute)
    ) AS minutes`;
  if (!row || row.all === 0) return { peakPerMinute: 0, peakTenSeconds: 0, refusedShare: 0 };
  const { peak, peakTenSeconds, refused, all } = row;
  return { peakPerMinute: peak, peakTenSeconds, refusedShare: refused / all };
}
