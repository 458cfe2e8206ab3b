import type { Core } from "./actor";
import { fail } from "./errors";

/** Logs the outage of a store and throws it as `unavailable`; any other error is thrown as it is. */
export function refuseOutage(core: Pick<Core, "isUnavailable" | "log">, error: unknown): never {
  if (!core.isUnavailable(error)) throw error;
  core.log.error({ err: error }, "unavailable");
  return fail("unavailable");
}
