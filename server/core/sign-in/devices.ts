import type { Prisma } from "../../../prisma/client/client";
import { ownPartnerId, personOf } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { USER_SIGNED_OUT } from "./actions";
import { type Device, deviceOf } from "./user-agent";

/** One of the caller's active sessions. */
type SignedInDevice = Device & {
  id: string;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
};

/** The caller's active sessions, last active first; at most 100. */
export async function listDevices(ctx: Ctx): Promise<SignedInDevice[]> {
  const { userId, sessionId } = personOf(ctx);
  const rows = await ctx.db.session.findMany({
    where: { userId, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: 100,
  });
  return rows.map(({ id, address, createdAt, lastSeenAt, userAgent }) => ({
    id,
    address,
    createdAt,
    lastSeenAt,
    ...deviceOf(userAgent),
    isCurrent: id === sessionId,
  }));
}

/** Ends one of the caller's sessions; takes effect at its next request. Throws `not_found`. */
export async function endDevice(ctx: Ctx, input: { sessionId: string }): Promise<void> {
  const ended = await endSessions(ctx, { id: input.sessionId });
  if (ended === 0) fail("not_found", { message: "This session has already ended." });
}

/** Ends all of the caller's sessions, or all others. */
export async function endDevices(ctx: Ctx, input: { which: "others" | "all" }): Promise<void> {
  const { sessionId } = personOf(ctx);
  await endSessions(ctx, input.which === "all" ? {} : { NOT: { id: sessionId } });
}

async function endSessions(ctx: Ctx, which: Prisma.SessionWhereInput): Promise<number> {
  const { userId } = personOf(ctx);
  const target = { action: USER_SIGNED_OUT, partnerId: ownPartnerId(ctx.actor) } as const;
  return change(ctx, target, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId, ...which } });
    return { result: count, subject: userId, detail: { devices: count }, unchanged: count === 0 };
  });
}
