import { setTimeout as sleep } from "node:timers/promises";
import { TOTP } from "otpauth";
import type { Ctx } from "../core/kernel/actor";
import { beginSecondFactor, confirmSecondFactor } from "../core/sign-in/second-factor";

const STEP_MS = 30_000;

/** The code that the app shows at that time. */
export function codeAt(secret: string, atMs: number): string {
  return new TOTP({ secret }).generate({ timestamp: atMs });
}

/**
 * Turns on the caller's second factor. Uses up the code of the previous time step, so that the
 * current one and the next can be used to sign in. The caller's session continues as `sessionId`.
 */
export async function enrol(
  ctx: Ctx,
  current: string,
): Promise<{ secret: string; recoveryCodes: string[]; sessionId: string }> {
  const { secret } = await beginSecondFactor(ctx, { current });
  const now = ctx.clock.now();
  const code = codeAt(secret, now.getTime() - STEP_MS);
  // A moment later, the next step may have begun, in which this code is too old.
  const clock = { now: () => now };
  return { secret, ...(await confirmSecondFactor({ ...ctx, clock }, { code })) };
}

/** An authenticator app: `next()` returns an unused code, and waits for one if necessary. */
export type Authenticator = { next(): Promise<string>; recoveryCodes: readonly string[] };

/** The app of a user enrolled by enrol(). */
export function authenticator(secret: string, recoveryCodes: readonly string[]): Authenticator {
  let lastStep = 0;
  return {
    recoveryCodes,
    next: async () => {
      // The product also accepts the code of the next time step.
      while (lastStep > Date.now() / STEP_MS) await sleep(250);
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS));
      return codeAt(secret, lastStep * STEP_MS);
    },
  };
}
