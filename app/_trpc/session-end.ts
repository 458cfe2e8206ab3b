import { failureOf } from "./failure";

const listeners = new Set<() => void>();

/** `listener` is called when the session has ended, just before the sign-in page is loaded. */
export const onSessionEnd = (listener: () => void) => void listeners.add(listener);

export function reportSessionEnd(): void {
  for (const listener of listeners) listener();
}

type Renewal = "password-lost" | "two-factor-lost";
let lost: Renewal | null = null;

/**
 * Makes a change that continues the session under a new cookie. If its response is lost, so is the
 * cookie, and the session has ended: the sign-in page then says what may have changed.
 */
export async function renewing<Result>(
  name: Renewal,
  change: () => Promise<Result>,
): Promise<Result> {
  lost = null;
  try {
    return await change();
  } catch (error) {
    if (failureOf(error).code === "unreachable") lost = name;
    throw error;
  }
}

/** Why the session has ended, for the sign-in page. */
export const endReason = () => lost ?? "expired";
