import { type Failure, isDomainError } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import type { CheckedKey, KeyRecord } from "../core/keys/record";
import { asFailure, errorAnswer, tooMany } from "./answer";
import type { Attempt, Attempted, Attempts } from "./attempt";
import { authenticate } from "./authenticate";
import { authorize, refuseWrite } from "./authorize";
import type { ApiServices, Exchange } from "./exchange";
import { note } from "./note";

/** Methods that a suspended partner may use (specification, section 3). */
const READS = ["GET", "HEAD", "OPTIONS"];

type Services = Pick<ApiServices, "core" | "keyCache" | "limit" | "recorder">;

export function createAttempts(services: Services): Attempts {
  const all: ApiServices = {
    ...services,
    holds: null,
    eventWaits: null,
    attempts: null,
    observe: null,
    writeTurns: (_partnerId, run) => run(),
    readTurns: (_partnerId, run) => run(),
    longBodiesOfKey: (_keyId, run) => run(),
    longBodies: (_group, run) => run(),
  };
  return {
    async decide(attempt) {
      const exchange = exchangeOf(attempt, services.core.clock.now());
      const { id, headers } = exchange;
      try {
        const asking = { at: exchange.at, holdFor: () => null, cost: attempt.cost };
        const { key, limited } = await authenticate(all, exchange, asking);
        Object.assign(headers, limited.headers);
        if (!limited.isAdmitted) return refused(all, exchange, tooMany(limited));
        authorizeAll(attempt, key);
        note(all, exchange, 200);
        // The cache of the partners' API has only their keys.
        return { id, headers, key: key as KeyRecord, refusal: null };
      } catch (error) {
        // The mistake of whoever asks, not of the caller.
        if (isDomainError(error) && error.code === "validation_failed") throw error;
        return refused(all, exchange, asFailure(all, error, exchange));
      }
    },
  };
}

function refused(services: ApiServices, exchange: Exchange, failure: Failure): Attempted {
  const { status, body } = errorAnswer(failure, exchange);
  note(services, exchange, status);
  // What is left is right on any host.
  const { link: _, "content-length": __, ...headers } = exchange.headers;
  const { code, message, details } = failure;
  const refusal = { status, text: String(body ?? ""), code, message, details };
  return { id: exchange.id, headers, key: null, refusal };
}

function authorizeAll({ scopes, method }: Attempt, key: CheckedKey): void {
  const isWrite = !READS.includes(method);
  for (const scope of scopes) authorize({ scope, isWrite: false }, key);
  // The partners' API stays readable for what is owed; the company's own ends with the partnership.
  if (key.isTerminated) refuseWrite(key);
  authorize({ scope: null, isWrite }, key);
}

function exchangeOf(attempt: Attempt, at: Date): Exchange {
  const id = newId("request", at.getTime());
  const { authorization, scopes, method, route, path, address, asker, headers } = attempt;
  const [pathname = route, ...query] = path === null ? [] : path.split("?");
  const search = query.length > 0 ? `?${query.join("?")}` : "";
  return {
    id,
    api: { keyType: "partner", basePath: "" },
    at,
    startedMs: performance.now(),
    heldMs: 0,
    request: {
      method,
      url: { pathname, search },
      address,
      header: (name) => (name === "authorization" ? authorization : (headers[name] ?? null)),
      headerSize: () => 0,
      readBody: async () => null,
      isGone: () => false,
      forwarded: () => ({ peer: null, forwardedFor: null }),
    },
    asker,
    headers: { "x-request-id": id },
    endpoint: { path: route, scopes },
    key: null,
    failure: null,
  };
}
