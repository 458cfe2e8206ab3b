import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { change } from "../kernel/change";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { conflictOn } from "../kernel/unique";
import {
  assertAhead,
  describeKey,
  type IssuedKey,
  insertKey,
  keyCreated,
  newKey,
} from "../keys/mutations";
import { declineOpen } from "../limit-requests/mutations";
import { assertDefined } from "../scopes/queries";
import { endInvites, type Invitation, inviteInto } from "../team/links";
import { emailKey } from "../values/text";
import {
  PARTNER_BRANDING_SET,
  PARTNER_CREATED,
  PARTNER_REACTIVATED,
  PARTNER_SUSPENDED,
  PARTNER_TERMINATED,
  PARTNER_UPDATED,
} from "./actions";
import { PARTNER_EVENTS } from "./events";
import type { Branding, Partner, PartnerCreate, PartnerFile, PartnerUpdate } from "./schema";
import { partnerFile, partnerRecord, withLiveKeys } from "./view";

/**
 * Sets the branding of GET /me, from the next request on. Other entries in it are kept. The logo's
 * URL is only passed on; we never load it.
 */
export async function setBranding(
  ctx: Ctx,
  {
    partnerId,
    isExpected,
    ...input
  }: OfPartner & Branding & Expecting<Record<keyof Branding, unknown>>,
): Promise<Partner> {
  return change(ctx, { action: PARTNER_BRANDING_SET, partnerId }, async (tx) => {
    const before = await tx.partner.findUniqueOrThrow({ where: { id: partnerId } });
    const current = before.branding as Prisma.JsonObject;
    assertExpected(isExpected, inputNames(current));
    const wanted = { ...current, ...wireNames(input) };
    const branding = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== null),
    ) as Prisma.InputJsonObject;
    const row = await tx.partner.update({ where: { id: partnerId }, data: { branding } });
    const unchanged = JSON.stringify(row.branding) === JSON.stringify(before.branding);
    const detail = changesOf(current, branding);
    const data = { changed: ["branding" as const] };
    const events = [event(PARTNER_EVENTS["partner.updated"], { subject: partnerId, data })];
    return {
      result: partnerRecord(row, ctx.clock.now()),
      subject: partnerId,
      detail,
      events,
      unchanged,
    };
  });
}

/** The settings that differ, before and after; null if unset. */
function changesOf(before: Prisma.JsonObject, after: Prisma.InputJsonObject) {
  const names = ["logo_url", "colour", "support_email"] as const;
  const changes = names.map(
    (name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const,
  );
  return Object.fromEntries(changes.filter(([, one]) => one.before !== one.after));
}

// The branding of GET /me is a record, whose keys are sent as they are stored.
function wireNames({ logoUrl, colour, supportEmail }: Branding) {
  return { logo_url: logoUrl, colour, support_email: supportEmail };
}

function inputNames({ logo_url: logoUrl, colour, support_email: supportEmail }: Prisma.JsonObject) {
  return { logoUrl, colour, supportEmail };
}

/** A new partner with its optional invite and first key. */
type CreatedPartner = {
  partner: Partner;
  invite: Invitation | null;
  issued: IssuedKey | null;
};

/**
 * Creates a partner and, with `ownerEmail` and `firstKey`, its first user's invite and its first
 * key, all in one transaction. Throws `conflict` with `field`.
 */
export async function createPartner(ctx: Ctx, input: PartnerCreate): Promise<CreatedPartner> {
  const now = ctx.clock.now();
  const { ownerEmail, firstKey, ...terms } = input;
  assertAhead(ctx, firstKey?.expiresAt, "firstKey.expiresAt");
  return change(ctx, { action: PARTNER_CREATED, partnerId: null }, async (tx) => {
    const row = await tx.partner
      .create({ data: { ...terms, id: newId("partner", now.getTime()), createdAt: now } })
      .catch(conflictOn("code", `The code ${input.code} is taken.`));
    const invite = ownerEmail
      ? await inviteInto(tx, ctx, { email: ownerEmail, role: "owner", partnerId: row.id })
      : null;
    if (firstKey) await assertDefined(tx, { path: "firstKey.scopes", scopes: firstKey.scopes });
    const issued = firstKey ? await insertKey(tx, ctx, row.id, newKey(firstKey, now)) : null;
    const owner = ownerEmail ? emailKey(ownerEmail) : null;
    const key = issued && { id: issued.key.id, ...describeKey(issued.key) };
    return {
      result: { partner: partnerRecord(row, now), invite, issued },
      subject: row.id,
      partnerId: row.id,
      detail: { code: row.code, name: row.name, owner, key },
      events: issued ? [keyCreated(issued.key)] : [],
    };
  });
}

const EVENT_NAMES = {
  name: "name",
  maxActiveKeys: "max_active_keys",
  minimumPayout: "minimum_payout",
  holdDays: "hold_days",
  taxNote: "tax_note",
} as const;

/**
 * Changes name, key cap, minimum and wait of transfers, the text about taxes of statements of new
 * transfers, or notes; from the partner's next request on.
 */
export async function updatePartner(
  ctx: Ctx,
  { isExpected, ...input }: PartnerUpdate & Expecting<PartnerFile>,
): Promise<PartnerFile> {
  const { partnerId, ...wanted } = input;
  assertOperator(ctx);
  return change(ctx, { action: PARTNER_UPDATED, partnerId }, async (tx) => {
    const include = withLiveKeys(ctx);
    const where = { id: partnerId };
    const now = ctx.clock.now();
    const before = partnerFile(await tx.partner.findUniqueOrThrow({ where, include }), now);
    assertExpected(isExpected, before);
    const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (name) => wanted[name] !== undefined && wanted[name] !== before[name],
    );
    if (names.length === 0) return { result: before, subject: partnerId, unchanged: true };
    const row = await tx.partner.update({ where, data: wanted, include });
    const after = partnerFile(row, now);
    // Notes are for operators only, and the partner's people can read this audit log.
    const visible = names.flatMap((name) => (name === "notes" ? [] : [name]));
    const detail = Object.fromEntries(
      visible.map((name) => [name, { before: before[name], after: after[name] }]),
    );
    const changed = visible.map((name) => EVENT_NAMES[name]);
    const events =
      changed.length > 0
        ? [event(PARTNER_EVENTS["partner.updated"], { subject: partnerId, data: { changed } })]
        : [];
    return { result: after, subject: partnerId, detail, events };
  });
}

/**
 * Suspends, with a reason that is shown to the partner, or reactivates; from its next request on.
 * Repeating it changes only the reason. Throws `conflict` for a terminated partner.
 */
export async function setPartnerStatus(
  ctx: Ctx,
  input: { partnerId: string; status: Partner["status"]; reason?: string | undefined },
): Promise<Partner> {
  const action = input.status === "suspended" ? PARTNER_SUSPENDED : PARTNER_REACTIVATED;
  return change(ctx, { action, partnerId: input.partnerId }, async (tx) => {
    const before = await tx.partner.findUniqueOrThrow({ where: { id: input.partnerId } });
    const { status } = input;
    const suspendedReason = status === "suspended" ? (input.reason ?? null) : null;
    const row = await tx.partner.update({
      where: { id: input.partnerId },
      data: { status, suspendedReason },
    });
    const visible =
      status === "suspended"
        ? event(PARTNER_EVENTS["partner.suspended"], {
            subject: row.id,
            data: { reason: suspendedReason },
          })
        : event(PARTNER_EVENTS["partner.reactivated"], { subject: row.id, data: {} });
    return {
      result: partnerRecord(row, ctx.clock.now()),
      subject: row.id,
      detail: suspendedReason === null ? {} : { reason: suspendedReason },
      events: [visible],
      unchanged: before.status === status && before.suspendedReason === suspendedReason,
    };
  });
}

/**
 * Terminates, from its next request on and for ever, with a reason that is shown to the partner:
 * nothing of it is written any more but what `whileTerminated` allows. Its pending invites end, and
 * its open limit requests are declined. Its months are still closed, and paid whatever the minimum.
 * Repeating it changes nothing, also not the reason.
 */
export async function terminatePartner(
  ctx: Ctx,
  { partnerId, reason }: OfPartner & { reason?: string | undefined },
): Promise<PartnerFile> {
  assertOperator(ctx);
  return change(ctx, { action: PARTNER_TERMINATED, partnerId }, async (tx) => {
    const include = withLiveKeys(ctx);
    const where = { id: partnerId };
    const now = ctx.clock.now();
    const before = await tx.partner.findUniqueOrThrow({ where, include });
    const subject = partnerId;
    if (before.terminatedAt) return { result: partnerFile(before, now), subject, unchanged: true };
    const suspendedReason = reason ?? null;
    // An earlier release sees a suspended partner that it can't reactivate.
    const data = { status: "suspended", suspendedReason, terminatedAt: now } as const;
    const row = await tx.partner.update({ where, data, include });
    await endInvites(tx, partnerId);
    const declined = await declineOpen(tx, {
      partnerId,
      now,
      answer: "The account was terminated.",
    });
    return {
      result: partnerFile(row, now),
      subject,
      detail: reason === undefined ? {} : { reason },
      events: [
        event(PARTNER_EVENTS["partner.terminated"], { subject, data: { reason: suspendedReason } }),
        ...declined,
      ],
    };
  });
}
