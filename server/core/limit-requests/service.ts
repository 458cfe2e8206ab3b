import type { Prisma } from "../../../prisma/client/client";
import { assertOperator, within } from "../access";
import type { Ctx } from "../actor";
import { actorLabel, change } from "../change";
import { fail, refuse } from "../errors";
import { newId } from "../ids";
import { getKey } from "../keys/service";
import { conflictOn } from "../unique";
import { usageEvidence } from "./evidence";
import type { LimitRequestDecision, LimitRequestOpen } from "./schema";

const WITH_NAMES = {
  key: { select: { label: true, head: true, tail: true } },
  partner: { select: { code: true, name: true } },
} as const;
type Row = Prisma.LimitRequestGetPayload<{ include: typeof WITH_NAMES }>;

/** A request for a higher limit, as partner and operator both see it. */
export type LimitRequest = Omit<Row, "partnerId" | "keyId" | "key"> & {
  key: { id: string; label: string; head: string; tail: string };
};

/**
 * Asks for a higher limit of a live key; the key's recent use is attached by us. Throws `conflict`
 * while another request of the key is open, and `validation_failed` unless more is wanted than there is.
 */
export async function openLimitRequest(ctx: Ctx, input: LimitRequestOpen): Promise<LimitRequest> {
  const key = await getKey(ctx, input.keyId);
  if (key.state !== "active") fail("conflict", { message: "the key is not active" });
  if (input.wantedPerMinute <= key.perMinute) {
    const message = `must be more than the ${key.perMinute} that the key has`;
    refuse({ path: "wanted_per_minute", message });
  }
  const evidence = await usageEvidence(ctx, key.id);
  const now = ctx.clock.now();
  const { partnerId } = key;
  return change(ctx, { action: "limit_request.opened", partnerId }, async (tx) => {
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
      .catch(conflictOn("key_id", "a request for this key is open already"));
    const { id, label, perMinute: before } = key;
    const detail = { key: id, label, before, wanted: input.wantedPerMinute };
    return { result: limitRequestView(row), subject: row.id, detail };
  });
}

/**
 * The caller's requests, or for operators everyone's: open ones first, then newest first. 500 at most
 * unless told, and with null all of them.
 */
export async function listLimitRequests(
  ctx: Ctx,
  { most = 500 }: { most?: number | null } = {},
): Promise<LimitRequest[]> {
  const rows = await ctx.db.limitRequest.findMany({
    where: within(ctx),
    orderBy: [{ status: "asc" }, { id: "desc" }],
    ...(most !== null && { take: most }),
    include: WITH_NAMES,
  });
  return rows.map(limitRequestView);
}

/**
 * Approves with a number, which is the key's limit from the next request on, or declines with a
 * sentence. Throws `not_found`, and `conflict` where it was decided already.
 */
export async function decideLimitRequest(
  ctx: Ctx,
  input: LimitRequestDecision,
): Promise<LimitRequest> {
  assertOperator(ctx);
  const asked = await ctx.db.limitRequest.findUnique({ where: { id: input.id } });
  if (!asked) fail("not_found", { message: "no such limit request" });
  const isApproval = input.decision === "approve";
  const action = isApproval ? "limit_request.approved" : "limit_request.declined";
  return change(ctx, { action, partnerId: asked.partnerId }, async (tx) => {
    const decision = isApproval
      ? { status: "approved" as const, grantedPerMinute: input.perMinute }
      : { status: "declined" as const, answer: input.answer };
    // The update itself decides: of two operators at once only one finds it open.
    const { count } = await tx.limitRequest.updateMany({
      where: { id: input.id, status: "open" },
      data: { ...decision, decidedAt: ctx.clock.now() },
    });
    if (count === 0) fail("conflict", { message: "this request was decided already" });
    const where = { id: asked.keyId };
    const { label, perMinute: before } = await tx.apiKey.findUniqueOrThrow({ where });
    if (isApproval) await tx.apiKey.update({ where, data: { perMinute: input.perMinute } });
    const row = await tx.limitRequest.findUniqueOrThrow({
      where: { id: input.id },
      include: WITH_NAMES,
    });
    return {
      result: limitRequestView(row),
      subject: row.id,
      detail: { key: asked.keyId, label, before, wanted: row.wantedPerMinute, ...decision },
    };
  });
}

function limitRequestView(row: Row): LimitRequest {
  const { key, partner } = row;
  return {
    id: row.id,
    partner: { code: partner.code, name: partner.name },
    key: { id: row.keyId, label: key.label, head: key.head, tail: key.tail },
    wantedPerMinute: row.wantedPerMinute,
    reason: row.reason,
    peakPerMinute: row.peakPerMinute,
    refusedShare: row.refusedShare,
    currentPerMinute: row.currentPerMinute,
    status: row.status,
    grantedPerMinute: row.grantedPerMinute,
    answer: row.answer,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt,
    decidedAt: row.decidedAt,
  };
}
