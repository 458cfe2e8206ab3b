import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../core/kernel/ports";

/** The fields that identify a request in log lines. */
export type RequestNames = { method: string; route: string };

const scope = new AsyncLocalStorage<RequestNames>();

/** The method and path of a request, without the query, which may hold sensitive data. */
export function requestNames(request: {
  method?: string | undefined;
  url?: string | undefined;
}): RequestNames {
  const [route = ""] = (request.url ?? "").split("?", 1);
  return { method: request.method ?? "GET", route };
}

/** Runs a handler so that its log lines, including those of libraries, name the request. */
export function inRequest<T>(request: Parameters<typeof requestNames>[0], run: () => T): T {
  return scope.run(requestNames(request), run);
}

/** A log that adds the current request's names; the caller's fields take precedence. */
export function withRequestNames(log: Log): Log {
  const named = (fields: object) => ({ ...scope.getStore(), ...fields });
  return {
    info: (fields, message) => log.info(named(fields), message),
    warn: (fields, message) => log.warn(named(fields), message),
    error: (fields, message) => log.error(named(fields), message),
  };
}
