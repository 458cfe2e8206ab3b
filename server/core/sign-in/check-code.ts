import type { Core, Tx } from "../kernel/actor";
import { isDomainError } from "../kernel/errors";
import { acceptCode } from "./codes";
import { clearAttempts, countCode } from "./throttle";

type Accepted = Awaited<ReturnType<typeof acceptCode>>;

/**
 * The only way to check a code of an account's second factor: at sign-in, for a proof, and to turn
 * it off. Counts the guess before it is checked, per account (countCode). `run` calls
 * `accept` in its transaction; `onWrong` runs after that was rolled back. Throws
 * `too_many_attempts`.
 */
export async function checkCode<T>(
  core: Core,
  { code, ...guess }: { userId: string; email: string; address: string | null; code: string },
  use: {
    run(accept: (tx: Tx) => Promise<Accepted>): Promise<T>;
    onWrong(error: unknown): Promise<never>;
  },
): Promise<T> {
  const subjects = await countCode(core, guess);
  const now = core.clock.now();
  const accept = async (tx: Tx) => {
    const by = await acceptCode(tx, core, { userId: guess.userId, code, now });
    await clearAttempts(tx, subjects);
    return by;
  };
  return use.run(accept).catch((error: unknown) => {
    const isWrong = isDomainError(error) && error.code === "second_factor_invalid";
    if (!isWrong) throw error;
    return use.onWrong(error);
  });
}
