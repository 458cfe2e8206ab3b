import { type Action, assertOperator } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { type Changed, change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { findBounces } from "../mail/queries";
import { emailKey } from "../values/text";
import { OPERATOR_DISABLED, OPERATOR_ENABLED, OPERATOR_REMOVED } from "./actions";
import { endLinksMadeBy, type Invitation } from "./links";
import { assertOther, dropSecondFactor, OWN_FACTOR, OWN_PASSWORD, relink } from "./members";

/** An operator's account. */
export type Operator = {
  id: string;
  email: string;
  /** `invited`: has not chosen a password yet. */
  status: "active" | "invited" | "disabled";
  hasSecondFactor: boolean;
  createdAt: Date;
  lastSignedInAt: Date | null;
  isSelf: boolean;
  /** Why the latest mail to them was refused, as a sentence; null if it was not. */
  mailRefused: string | null;
};

/** More than any deployment has; only bounds the query. */
const MAX_OPERATORS = 1_000;

/** All operators by email address, including invited and disabled ones; for operators. */
export async function listOperators(ctx: Ctx): Promise<Operator[]> {
  assertOperator(ctx);
  const rows = await ctx.db.user.findMany({
    where: { role: "operator" },
    orderBy: { emailKey: "asc" },
    include: { secondFactor: { select: { enabledAt: true } } },
    take: MAX_OPERATORS,
  });
  const bounces = await findBounces(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    mailRefused: bounces.get(row.id)?.reason ?? null,
    id: row.id,
    email: row.email,
    status: statusOf(row),
    hasSecondFactor: Boolean(row.secondFactor?.enabledAt),
    createdAt: row.createdAt,
    lastSignedInAt: row.lastSignedInAt,
    isSelf: "userId" in ctx.actor && ctx.actor.userId === row.id,
  }));
}

/** The id of the operator with this email address; for operators. Throws `not_found`. */
export async function findOperatorId(ctx: Ctx, { email }: { email: string }): Promise<string> {
  assertOperator(ctx);
  const user = await ctx.db.user.findUnique({
    where: { emailKey: emailKey(email), role: "operator" },
  });
  return user?.id ?? fail("not_found", { message: `No operator with the email ${email}.` });
}

/**
 * Ends an operator's sessions and links at once and refuses sign-ins until enableOperator(). Throws
 * `conflict` for the caller's own account and, unless `mayBeLast`, for the last active operator.
 */
export async function disableOperator(
  ctx: Ctx,
  { userId, mayBeLast = false }: { userId: string; mayBeLast?: boolean },
): Promise<void> {
  await changeOperator(ctx, { userId, action: OPERATOR_DISABLED }, async (tx, { user, others }) => {
    if (user.disabledAt !== null) return { unchanged: true };
    if (!mayBeLast) assertNotLast(user, others);
    await tx.user.update({ where: { id: userId }, data: { disabledAt: ctx.clock.now() } });
    await tx.session.deleteMany({ where: { userId } });
    await tx.oneTimeLink.deleteMany({ where: { userId } });
    await endLinksMadeBy(tx, userId);
    return {};
  });
}

/** Lets a disabled operator sign in again, with the same password and second factor. */
export async function enableOperator(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  await changeOperator(ctx, { userId, action: OPERATOR_ENABLED }, async (tx, { user }) => {
    if (user.disabledAt === null) return { unchanged: true };
    await tx.user.update({ where: { id: userId }, data: { disabledAt: null } });
    return {};
  });
}

/**
 * Deletes an operator's account or withdraws the invite; sessions and links end at once. Throws
 * `conflict` for the caller's own account and for the last active operator.
 */
export async function removeOperator(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  await changeOperator(ctx, { userId, action: OPERATOR_REMOVED }, async (tx, { user, others }) => {
    assertNotLast(user, others);
    await tx.user.delete({ where: { id: userId } });
    return {};
  });
}

/**
 * Issues a new one-time link for another operator: the invite again, or a password reset. Throws
 * `forbidden` for the caller's own account and `conflict` for a disabled one.
 */
export async function relinkOperator(
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Invitation> {
  assertOther(ctx, userId, OWN_PASSWORD);
  await assertIsOperator(ctx, userId);
  return relink(ctx, { userId, partnerId: null });
}

/**
 * Turns off another operator's second factor and ends their sessions. Throws `forbidden` for the
 * caller's own account and `conflict` if there is none.
 */
export async function resetOperatorSecondFactor(
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<void> {
  assertOther(ctx, userId, OWN_FACTOR);
  await assertIsOperator(ctx, userId);
  await dropSecondFactor(ctx, { userId, partnerId: null });
}

async function assertIsOperator(ctx: Ctx, id: string): Promise<void> {
  assertOperator(ctx);
  const user = await ctx.db.user.findUnique({ where: { id, role: "operator" } });
  if (!user) fail("not_found", { message: "Operator not found." });
}

type Row = {
  id: string;
  email: string;
  passwordHash: string | null;
  disabledAt: Date | null;
};

/**
 * Runs a change while every operator's row is locked, so that two operators can't remove each
 * other.
 */
async function changeOperator(
  ctx: Ctx,
  target: { userId: string; action: Action },
  run: (
    tx: Tx,
    held: { user: Row; others: readonly Row[] },
  ) => Promise<Pick<Changed<void>, "unchanged">>,
): Promise<void> {
  const { userId, action } = target;
  await change(ctx, { action, partnerId: null }, async (tx) => {
    const operators = await holdOperators(tx);
    if (ctx.actor.kind === "operator") assertActs(ctx.actor.userId, { userId, operators });
    const user = operators.find(({ id }) => id === userId);
    if (!user) fail("not_found", { message: "Operator not found." });
    const others = operators.filter(({ id }) => id !== userId);
    const outcome = await run(tx, { user, others });
    return { ...outcome, result: undefined, subject: userId, detail: { email: user.email } };
  });
}

async function holdOperators(tx: Tx): Promise<Row[]> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE role = 'operator' ORDER BY id FOR NO KEY UPDATE`;
  return tx.user.findMany({ where: { role: "operator" } });
}

/**
 * The caller's session was read at the start of the request; another operator may have ended it
 * since.
 */
function assertActs(
  actorId: string,
  { userId, operators }: { userId: string; operators: readonly Row[] },
): void {
  if (!operators.some((row) => row.id === actorId && row.disabledAt === null)) fail("forbidden");
  if (userId === actorId) {
    fail("conflict", { message: "You can't disable, enable or remove your own account." });
  }
}

function assertNotLast(user: Row, others: readonly Row[]): void {
  if (statusOf(user) !== "active" || others.some((row) => statusOf(row) === "active")) return;
  fail("conflict", { message: "This is the last active operator. Create another one first." });
}

function statusOf(row: Row): Operator["status"] {
  if (row.disabledAt !== null) return "disabled";
  return row.passwordHash === null ? "invited" : "active";
}
