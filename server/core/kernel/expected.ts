import { fail } from "./errors";

/** With `isExpected`, a change is refused with `precondition_failed` unless it returns true. */
export type Expecting<T> = { isExpected?: (current: T) => boolean };

/** To be called where nobody else can change `current`: inside a change(), with its lock. */
export function assertExpected<T>(isExpected: Expecting<T>["isExpected"], current: T): void {
  if (isExpected && !isExpected(current)) fail("precondition_failed");
}
