import type { TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";
import { type Failure, failureOf } from "./failure";

/** A mutation that waits for the user to confirm their identity. */
type Challenge = {
  /** The account has a second factor, so a code is accepted too. */
  takesCode: boolean;
  /** Retries the mutation, or ends it with its error. */
  settle(isProven: boolean): void;
};

const listeners = new Set<() => void>();
let current: (Challenge & { outcome: Promise<boolean> }) | null = null;

/** The challenge to show; null when there is none. */
export const challenges = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Challenge | null => current,
};

/**
 * Resolves with whether the user confirmed. Mutations that fail at the same time share one dialog.
 */
function challenge({ details: { methods } }: Failure): Promise<boolean> {
  if (current) return current.outcome;
  let settle = (_isProven: boolean) => {};
  const outcome = new Promise<boolean>((resolve) => {
    settle = (isProven) => {
      show(null);
      resolve(isProven);
    };
  });
  show({ takesCode: Array.isArray(methods) && methods.includes("code"), settle, outcome });
  return outcome;
}

function show(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Retries a mutation that failed with `reauthentication_required` after the user has confirmed. */
export const reauthenticationLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let isOver = false;
      let request: Unsubscribable = next(op).subscribe({
        next: (result) => observer.next(result),
        complete: () => observer.complete(),
        error: async (error) => {
          const failure = failureOf(error);
          const isAsked = op.type === "mutation" && failure.code === "reauthentication_required";
          if (!isAsked || !(await challenge(failure))) return observer.error(error);
          if (!isOver) request = next(op).subscribe(observer);
        },
      });
      return () => {
        isOver = true;
        request.unsubscribe();
      };
    });
