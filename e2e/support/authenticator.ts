import { setTimeout as sleep } from "node:timers/promises";
import { TOTP } from "otpauth";
import type { Ctx } from "../../server/core/actor";
import { beginSecondFactor, confirmSecondFactor } from "../../server/core/team/second-factor";

const STEP_MS = 30_000;

/** What the app shows at that time. */
export function codeAt(secret: string, atMs: number): string {
  return new TOTP({ secret }).generate({ timestamp: atMs });
}

/**
 * Turns on the second factor of whoever calls. The code of the step before now's is used up, so that
 * now's and the one after it can still be signed in with. The caller's session goes on as `sessionId`.
 */
export async function enrol(
  ctx: Ctx,
  current: string,
): Promise<{ secret: string; recoveryCodes: string[]; sessionId: string }> {
  const { secret } = await beginSecondFactor(ctx, { current });
  const code = codeAt(secret, ctx.clock.now().getTime() - STEP_MS);
  return { secret, ...(await confirmSecondFactor(ctx, { code })) };
}

/** Someone's app: `next()` shows a code that was not used yet, and waits for one if it must. */
export type Authenticator = { next(): Promise<string>; recoveryCodes: readonly string[] };

/** The app of whoever enrolled by enrol(). */
export function authenticator(secret: string, recoveryCodes: readonly string[]): Authenticator {
  let lastStep = 0;
  return {
    recoveryCodes,
    next: async () => {
      // The product takes the code of the step to come as well.
      while (lastStep > Date.now() / STEP_MS) await sleep(250);
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS));
      return codeAt(secret, lastStep * STEP_MS);
    },
  };
}
