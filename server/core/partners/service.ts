import { assertOperator, assertPartner } from "../access";
import type { Ctx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { newId } from "../ids";
import { describeKey, type IssuedKey, insertKey } from "../keys/service";
import { type Invitation, inviteInto } from "../team/links";
import { emailKey } from "../text";
import { conflictOn } from "../unique";
import type { Partner, PartnerCreate } from "./schema";
import { partnerRecord } from "./view";

/** A new partner with what was handed out along with it. */
export type CreatedPartner = {
  partner: Partner;
  invite: Invitation | null;
  issued: IssuedKey | null;
};

/**
 * Makes a partner and, with `ownerEmail` and `firstKey`, the invite of its first user and its first
 * key: all of it or nothing. Throws `conflict` with `field`.
 */
export async function createPartner(ctx: Ctx, input: PartnerCreate): Promise<CreatedPartner> {
  const now = ctx.clock.now();
  const { ownerEmail, firstKey } = input;
  return change(ctx, { action: "partner.created", partnerId: null }, async (tx) => {
    const row = await tx.partner
      .create({
        data: {
          id: newId("partner", now.getTime()),
          code: input.code,
          name: input.name,
          revsharePct: input.revsharePct,
          createdAt: now,
        },
      })
      .catch(conflictOn("code", `the code ${input.code} is taken`));
    const invite = ownerEmail
      ? await inviteInto(tx, { now, email: ownerEmail, role: "owner", partnerId: row.id })
      : null;
    const issued = firstKey ? await insertKey(tx, ctx, row.id, { ...firstKey, now }) : null;
    const owner = ownerEmail ? emailKey(ownerEmail) : null;
    const key = issued && { id: issued.key.id, ...describeKey(issued.key) };
    return {
      result: { partner: partnerRecord(row), invite, issued },
      subject: row.id,
      partnerId: row.id,
      detail: { code: row.code, owner, key },
    };
  });
}

/** One partner. Throws `not_found`, also for a foreign one. */
export async function getPartner(ctx: Ctx, partnerId: string): Promise<Partner> {
  assertPartner(ctx, partnerId);
  const row = await ctx.db.partner.findUnique({ where: { id: partnerId } });
  return row ? partnerRecord(row) : fail("not_found");
}

/** The partner with this code; for operators. Throws `not_found`. */
export async function getPartnerByCode(ctx: Ctx, code: string): Promise<Partner> {
  assertOperator(ctx);
  const row = await ctx.db.partner.findUnique({ where: { code } });
  return row
    ? partnerRecord(row)
    : fail("not_found", { message: `no partner has the code ${code}` });
}

/** All partners, newest first, with the number of keys that are not revoked; for operators. */
export async function listPartners(ctx: Ctx): Promise<(Partner & { activeKeys: number })[]> {
  assertOperator(ctx);
  const now = ctx.clock.now();
  const live = { OR: [{ revokedAt: null }, { revokedAt: { gt: now } }] };
  const rows = await ctx.db.partner.findMany({
    orderBy: { id: "desc" },
    take: 500,
    include: { _count: { select: { keys: { where: live } } } },
  });
  return rows.map((row) => ({ ...partnerRecord(row), activeKeys: row._count.keys }));
}

/** Suspends or reactivates: in force at the partner's next request. Doing it again changes nothing. */
export async function setPartnerStatus(
  ctx: Ctx,
  input: { partnerId: string; status: Partner["status"] },
): Promise<Partner> {
  const action = input.status === "suspended" ? "partner.suspended" : "partner.reactivated";
  return change(ctx, { action, partnerId: input.partnerId }, async (tx) => {
    const before = await tx.partner.findUniqueOrThrow({ where: { id: input.partnerId } });
    const row = await tx.partner.update({
      where: { id: input.partnerId },
      data: { status: input.status },
    });
    return {
      result: partnerRecord(row),
      subject: row.id,
      unchanged: before.status === input.status,
    };
  });
}
