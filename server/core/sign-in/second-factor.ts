import { type Action, personOf } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { ERRORS, fail, refuse } from "../kernel/errors";
import { conflictOn } from "../kernel/unique";
import {
  USER_PROOF_FAILED,
  USER_RECOVERY_CODES_MADE,
  USER_SECOND_FACTOR_BEGUN,
  USER_SECOND_FACTOR_DISABLED,
  USER_SECOND_FACTOR_ENABLED,
} from "./actions";
import { checkCode } from "./check-code";
import { replaceRecoveryCodes, stepOf } from "./codes";
import { mailAccount } from "./mail-account";
import { SECOND_FACTOR_CHANGED, whereOf } from "./mails";
import { provePassword } from "./password";
import { recordFailure } from "./record-failure";
import { renewSession } from "./renew-session";
import { clearAttempts, countCode } from "./throttle";

/** How long a new secret waits for its first code. */
const PENDING_MS = 15 * 60_000;

/** The status of the caller's second factor. */
type SecondFactorState = {
  enabledAt: Date | null;
  recoveryCodesLeft: number;
  /** Operators must have one, and are asked to set up a new one when they turn it off. */
  isRequired: boolean;
};

/** Whether this account requires a second factor: all operators except the demo's. */
export function needsSecondFactor(
  core: Pick<Ctx, "demoOperator">,
  user: { role: string; emailKey: string },
): boolean {
  return user.role === "operator" && user.emailKey !== core.demoOperator;
}

/** The status of the caller's second factor. Throws `forbidden` for keys. */
export async function getSecondFactor(ctx: Ctx): Promise<SecondFactorState> {
  const { userId } = personOf(ctx);
  const [user, factor, recoveryCodesLeft] = await Promise.all([
    ctx.db.user.findUnique({ where: { id: userId } }),
    ctx.db.secondFactor.findUnique({ where: { userId } }),
    ctx.db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  if (!user) fail("unauthenticated");
  return {
    enabledAt: factor?.enabledAt ?? null,
    recoveryCodesLeft,
    isRequired: needsSecondFactor(ctx, user),
  };
}

/**
 * Starts the setup: a new secret for the authenticator app, shown once. Has no effect until
 * confirmSecondFactor(). Throws `validation_failed` at `current`, and `conflict` if one is enabled.
 */
export async function beginSecondFactor(
  ctx: Ctx,
  input: { current: string },
): Promise<{ secret: string; uri: string }> {
  const user = await provePassword(ctx, input.current);
  const { secret, uri, sealed } = ctx.authenticators.create(user);
  const target = { action: USER_SECOND_FACTOR_BEGUN, partnerId: user.partnerId } as const;
  return change(ctx, target, async (tx) => {
    await tx.secondFactor.deleteMany({ where: { userId: user.id, enabledAt: null } });
    await tx.secondFactor
      .create({
        data: {
          userId: user.id,
          sealed: sealed.bytes,
          sealedBy: sealed.by,
          createdAt: ctx.clock.now(),
        },
      })
      .catch(
        conflictOn(
          "second_factor",
          "Two-factor authentication is already enabled. Turn it off first.",
        ),
      );
    return { result: { secret, uri }, subject: user.id };
  });
}

/**
 * Enables it once the app shows the right code, and ends all sessions. Returns the recovery codes,
 * which are shown once, and the session id that continues the current session. Throws
 * `validation_failed` at `code`, and `conflict` if no setup was started within the last 15 minutes.
 */
export async function confirmSecondFactor(
  ctx: Ctx,
  input: { code: string },
): Promise<{ recoveryCodes: string[]; sessionId: string }> {
  const { userId } = personOf(ctx);
  const now = ctx.clock.now();
  const pending = await ctx.db.secondFactor.findUnique({
    where: { userId, createdAt: { gt: new Date(now.getTime() - PENDING_MS) }, enabledAt: null },
    include: { user: true },
  });
  if (!pending) fail("conflict", { message: "Setup timed out. Start over." });
  const { user, createdAt } = pending;
  const subjects = await countCode(ctx, { userId, email: user.email, address: null });
  const lastStep = stepOf(ctx, pending, { code: input.code, now });
  if (lastStep === null) return refuseWrongCode(ctx, user);
  const target = { action: USER_SECOND_FACTOR_ENABLED, partnerId: user.partnerId } as const;
  return change(ctx, target, async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, createdAt, enabledAt: null },
      data: { enabledAt: now, lastStep },
    });
    if (count === 0)
      fail("conflict", {
        message: "Two-factor authentication was already set up in another session.",
      });
    const recoveryCodes = await replaceRecoveryCodes(tx, userId);
    const sessionId = await renewSession(tx, ctx);
    await clearAttempts(tx, subjects);
    const data = { ...whereOf(ctx), change: "enabled" } as const;
    await mailAccount(tx, ctx, { user, type: SECOND_FACTOR_CHANGED, data });
    return { result: { recoveryCodes, sessionId }, subject: userId };
  });
}

type Proof = { current: string; code: string };

/**
 * Turns off the caller's own second factor and ends all sessions. Returns the session id that
 * continues the current session. Throws `validation_failed` at `current` or `code`.
 */
export async function disableSecondFactor(ctx: Ctx, proof: Proof): Promise<{ sessionId: string }> {
  const target = { action: USER_SECOND_FACTOR_DISABLED, mailed: "disabled" } as const;
  return withProof(ctx, proof, target, async (tx, userId) => {
    await tx.secondFactor.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    return {};
  });
}

/** Replaces all recovery codes. Sessions and errors as in disableSecondFactor(). */
export async function renewRecoveryCodes(
  ctx: Ctx,
  proof: Proof,
): Promise<{ recoveryCodes: string[]; sessionId: string }> {
  const target = { action: USER_RECOVERY_CODES_MADE, mailed: "codes" } as const;
  return withProof(ctx, proof, target, async (tx, userId) => ({
    recoveryCodes: await replaceRecoveryCodes(tx, userId),
  }));
}

async function withProof<T extends object>(
  ctx: Ctx,
  proof: Proof,
  { action, mailed }: { action: Action; mailed: "disabled" | "codes" },
  run: (tx: Tx, userId: string) => Promise<T>,
): Promise<T & { sessionId: string }> {
  const user = await provePassword(ctx, proof.current);
  const { id: userId, email, partnerId } = user;
  const turn = (accept: (tx: Tx) => Promise<unknown>) =>
    change(ctx, { action, partnerId }, async (tx) => {
      await accept(tx);
      const result = await run(tx, userId);
      const sessionId = await renewSession(tx, ctx);
      const data = { ...whereOf(ctx), change: mailed };
      await mailAccount(tx, ctx, { user, type: SECOND_FACTOR_CHANGED, data });
      return { result: { ...result, sessionId }, subject: userId };
    });
  const onWrong = () => refuseWrongCode(ctx, user);
  const guess = { userId, email, address: ctx.address, code: proof.code };
  return checkCode(ctx, guess, { run: turn, onWrong });
}

/** Writes a wrong code to the audit log, and throws `validation_failed` at `code`. */
export async function refuseWrongCode(
  ctx: Ctx,
  user: { id: string; partnerId: string | null },
): Promise<never> {
  await recordFailure(ctx, { action: USER_PROOF_FAILED, user, reason: "code" });
  return refuse({ path: "code", message: ERRORS.second_factor_invalid.message });
}
