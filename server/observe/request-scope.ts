import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../core/ports";

/** What the lines of a failed request name. */
export type RequestNames = { method: string; route: string };

const scope = new AsyncLocalStorage<RequestNames>();

/** The method and the path of a request. Without the query, which may hold what must not be logged. */
export function requestNames(request: {
  method?: string | undefined;
  url?: string | undefined;
}): RequestNames {
  const [route = ""] = (request.url ?? "").split("?", 1);
  return { method: request.method ?? "GET", route };
}

/** Runs a handler whose log lines name the request, also those that a library writes. */
export function inRequest<T>(request: Parameters<typeof requestNames>[0], run: () => T): T {
  return scope.run(requestNames(request), run);
}

/** A log that adds the names of the request that is being answered; fields of the caller win. */
export function withRequestNames(log: Log): Log {
  const named = (fields: object) => ({ ...scope.getStore(), ...fields });
  return {
    info: (fields, message) => log.info(named(fields), message),
    warn: (fields, message) => log.warn(named(fields), message),
    error: (fields, message) => log.error(named(fields), message),
  };
}
