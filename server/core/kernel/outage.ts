import type { Core } from "./actor";
import { fail } from "./errors";

/** Logs a store outage and throws it as `unavailable`; throws any other error unchanged. */
export function refuseOutage(core: Pick<Core, "isUnavailable" | "log">, error: unknown): never {
  if (!core.isUnavailable(error)) throw error;
  core.log.error({ err: error }, "unavailable");
  return fail("unavailable");
}
