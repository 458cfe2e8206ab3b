import type { Action } from "../core/kernel/access";
import type { Actor, Ctx } from "../core/kernel/actor";
import { actorId, assertAllowed } from "../core/kernel/change";
import { fail, isDomainError } from "../core/kernel/errors";
import { type OnceOnly, once } from "../core/kernel/idempotency";

/** The identity of a call: a repeat has the same key, path and input. */
export type Attempt = { key: string; path: string; sent: unknown };

type Call = { ctx: { call: Ctx; actor: Actor; partnerId?: string | null; attempt: Attempt } };

/** Nothing of the result is stored in plaintext. */
const KEPT = "null";

type Of = { partnerId: string | null };

/**
 * Runs a procedure that shows a secret once at most once for each idempotency key. For ten minutes,
 * a repeat by the same person gets the first result, with the secret; after that, `conflict`. What is
 * not allowed any more, such as for a suspended partner, is refused first: a repeat doesn't reach
 * change(), which checks that.
 */
export function onceOnly<Options, Result>(
  action: Action | ((of: Of) => Action),
  run: (options: Options) => Promise<Result>,
) {
  return async (options: Options & Call): Promise<Result> => {
    const { call, actor, partnerId = null, attempt } = options.ctx;
    const wanted = typeof action === "function" ? action({ partnerId }) : action;
    await assertAllowed(call, { action: wanted, partnerId });
    const operation = JSON.stringify(["dashboard", attempt.path, actorId(actor)]);
    const write: OnceOnly = { partnerId, operation, key: attempt.key, input: attempt.sent };
    const { answer } = await once(call, write, async (inner) => {
      const result = await run({ ...options, ctx: { ...options.ctx, call: inner } });
      return { status: 200, headers: {}, body: JSON.stringify(result), keptBody: KEPT };
    }).catch(whileRunning);
    if (answer.body === KEPT) fail("conflict", { message: TOO_LATE });
    // First results and repeats are the same: JSON, as browsers get them.
    return JSON.parse(answer.body);
  };
}

const TOO_LATE =
  "This was done more than 10 minutes ago, and its secret can't be shown again. Rotate it to get a new one.";

function whileRunning(error: unknown): never {
  if (!isDomainError(error) || error.code !== "idempotency_key_in_use") throw error;
  return fail(error.code, { message: "This is still being done. Try again in a moment." });
}
