import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import type { NotificationType } from "../kernel/notification";
import {
  PAYOUT_DETAILS_CANCELED,
  PAYOUT_DETAILS_CHANGED,
  PAYOUT_DETAILS_REVEALED,
} from "./actions";
import type { Details, PayoutDetailsChange } from "./change-schema";
import { countryName } from "./countries";
import { maskedAccount } from "./mask";
import { PAYOUT_DETAILS_NOTIFICATIONS } from "./notifications";
import { currentVersions } from "./queries";
import type { PayoutDetailsVersion } from "./schema";
import {
  accountOf,
  type DetailsRow,
  openDetails,
  openText,
  seal,
  textOf,
  versionView,
} from "./view";

const HOUR_MS = 3_600_000;
/** Each change is mailed to every owner and operator. */
export const MAX_CHANGES_A_DAY = 50;

/** The version that a change replaces: the one that waits, or else the one in force. */
type Latest = { latest: PayoutDetailsVersion | null };

/**
 * Adds a version, which is used once it has waited. One that still waits is canceled by it; the same
 * details again change nothing, so that a repeat doesn't wait anew. Throws `precondition_failed` if
 * the latest version is not as expected, and `conflict` with `limit` after 50 changes within 24 hours.
 */
export async function changePayoutDetails(
  ctx: Ctx,
  { partnerId, isExpected, ...details }: OfPartner & PayoutDetailsChange & Expecting<Latest>,
): Promise<PayoutDetailsVersion> {
  return change(ctx, { action: PAYOUT_DETAILS_CHANGED, partnerId }, async (tx) => {
    // Read while the partner is locked, so that versions and times have one order.
    const now = ctx.clock.now();
    const { inForce, pending } = await currentVersions(tx, { partnerId, now });
    const latest = pending ?? inForce;
    const shown = latest && versionView(ctx, latest, pending ? "pending" : "in_force");
    if (latest && shown && openText(ctx, latest) === textOf(details)) {
      return { result: shown, subject: latest.id, unchanged: true };
    }
    assertExpected(isExpected, { latest: shown });
    await assertFewChanges(tx, { partnerId, now });
    if (pending) await cancel(tx, ctx, pending);
    const row = await insertVersion(tx, ctx, { partnerId, details, now });
    const status = row.effectiveAt > now ? "pending" : "in_force";
    const accounts = { before: accountOf(ctx, inForce), after: maskedAccount(details) };
    const effectiveAt = row.effectiveAt.toISOString();
    await notify(tx, ctx, row, {
      name: "payout_details.changed",
      data: {
        ...accounts,
        country: countryName(details.country),
        effectiveAt,
        isInForce: status === "in_force",
      },
    });
    const detail = { version: row.version, ...accounts, effectiveAt };
    return { result: versionView(ctx, row, status), subject: row.id, detail };
  });
}

async function assertFewChanges(tx: Tx, { partnerId, now }: OfPartner & { now: Date }) {
  const since = new Date(now.getTime() - 24 * HOUR_MS);
  const count = await tx.payoutDetails.count({ where: { partnerId, createdAt: { gt: since } } });
  if (count < MAX_CHANGES_A_DAY) return;
  fail("conflict", {
    message: `Payout details can be changed ${MAX_CHANGES_A_DAY} times in 24 hours.`,
    details: { limit: MAX_CHANGES_A_DAY },
  });
}

type NewVersion = OfPartner & { details: Details; now: Date };

async function insertVersion(
  tx: Tx,
  ctx: Ctx,
  { partnerId, details, now }: NewVersion,
): Promise<DetailsRow> {
  const id = newId("payoutDetails", now.getTime());
  const { bytes, by } = seal(ctx, id, details);
  const last = await tx.payoutDetails.findFirst({
    where: { partnerId },
    orderBy: { version: "desc" },
  });
  return tx.payoutDetails.create({
    data: {
      id,
      partnerId,
      version: (last?.version ?? 0) + 1,
      sealed: bytes,
      sealedBy: by,
      createdAt: now,
      createdBy: actorLabel(ctx.actor),
      effectiveAt: new Date(now.getTime() + ctx.payoutDetails.waitHours * HOUR_MS),
    },
  });
}

function cancel(tx: Tx, ctx: Ctx, { id }: DetailsRow): Promise<DetailsRow> {
  const data = { canceledAt: ctx.clock.now(), canceledBy: actorLabel(ctx.actor) };
  return tx.payoutDetails.update({ where: { id }, data });
}

/**
 * Cancels the change that waits: the details used before are kept. `detailsId` names the one that the
 * caller saw. Repeating it changes nothing. Throws `not_found`, and `conflict` if it is used already.
 */
export async function cancelPayoutDetails(
  ctx: Ctx,
  { partnerId, detailsId }: OfPartner & { detailsId: string },
): Promise<PayoutDetailsVersion> {
  return change(ctx, { action: PAYOUT_DETAILS_CANCELED, partnerId }, async (tx) => {
    const row = await tx.payoutDetails.findFirst({ where: { id: detailsId, partnerId } });
    if (!row) return fail("not_found", { message: "Payout details not found." });
    if (row.canceledAt !== null) {
      return { result: versionView(ctx, row, "canceled"), subject: row.id, unchanged: true };
    }
    const now = ctx.clock.now();
    if (row.effectiveAt <= now) {
      fail("conflict", { message: "These payout details are already used. Change them instead." });
    }
    const canceled = await cancel(tx, ctx, row);
    const { inForce } = await currentVersions(tx, { partnerId, now });
    const account = accountOf(ctx, row) ?? "";
    await notify(tx, ctx, row, {
      name: "payout_details.canceled",
      data: { account, kept: accountOf(ctx, inForce) },
    });
    const result = versionView(ctx, canceled, "canceled");
    return { result, subject: row.id, detail: { version: row.version, account } };
  });
}

/** The full details in force, for whoever pays. */
type RevealedDetails = Details & { id: string; version: number };

/**
 * The full details in force, for operators; the audit log says who read them. Throws `not_found` without
 * any, and `conflict` if they were sealed with another secret.
 */
export async function revealPayoutDetails(
  ctx: Ctx,
  { partnerId }: OfPartner,
): Promise<RevealedDetails> {
  return change(ctx, { action: PAYOUT_DETAILS_REVEALED, partnerId }, async (tx) => {
    const { inForce: row } = await currentVersions(tx, { partnerId, now: ctx.clock.now() });
    if (!row) return fail("not_found", { message: "No payout details are in force." });
    const details = openDetails(ctx, row);
    if (details === null) {
      return fail("conflict", {
        message: "These payout details were encrypted with another NEXTAUTH_SECRET.",
      });
    }
    const detail = { version: row.version, account: maskedAccount(details) };
    const result = { id: row.id, version: row.version, ...details };
    return { result, subject: row.id, detail };
  });
}

type News = {
  name: keyof typeof PAYOUT_DETAILS_NOTIFICATIONS;
  data: Record<string, string | boolean | null>;
};

/** Notifies owners and operators. Only masked values. */
async function notify(tx: Tx, ctx: Ctx, row: DetailsRow, { name, data }: News): Promise<void> {
  const { id: subjectId, partnerId } = row;
  const partner = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { id: true, code: true, name: true },
  });
  // Loaded lazily: the command line may not load the database client.
  const { recordFact } = await import("../notifications/mutations");
  const type: NotificationType = PAYOUT_DETAILS_NOTIFICATIONS[name];
  await recordFact(tx, ctx, {
    type: { name, ...type },
    factId: subjectId,
    subjectId,
    data: { ...data, by: ctx.actor.kind === "user" ? ctx.actor.email : null },
    partner,
  });
}
