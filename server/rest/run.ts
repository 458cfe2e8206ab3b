import type { Actor, Ctx } from "../core/kernel/actor";
import { DomainError, type Issue, isDomainError, sentenceOf } from "../core/kernel/errors";
import { type Answer, once } from "../core/kernel/idempotency";
import { snakeCase, wirePath } from "../core/kernel/wire";
import type { CheckedKey, KeyRecord, PlatformKeyRecord } from "../core/keys/record";
import { textAnswer } from "./answer";
import { isExpected, isKnown } from "./conditional";
import type { Endpoint } from "./endpoint";
import { openEventWait } from "./event-wait";
import type { ApiAnswer, ApiRequest, ApiServices, Exchange } from "./exchange";
import { acceptedFile, fileAnswer } from "./files";
import {
  readBody,
  readIdempotencyKey,
  readJson,
  readQuery,
  takesLongBody,
  withWholeBody,
} from "./input";

type Found = { endpoint: Endpoint; params: Record<string, string>; key: CheckedKey };

/**
 * Reads the input, runs the endpoint (once per Idempotency-Key, if sent), and encodes the result by
 * the endpoint's schema. A body that may be longer than usual waits for its key's turn before it is
 * read, and for another one before it is parsed.
 */
export function runEndpoint(
  services: ApiServices,
  exchange: Exchange,
  found: Found,
): Promise<ApiAnswer> {
  const run = () => readAndRun(services, exchange, found);
  if (!takesLongBody(found.endpoint, exchange.request)) return run();
  return services.longBodiesOfKey(found.key.id, async () => {
    exchange.request = await withWholeBody(exchange.request, found.endpoint.bodyLimits);
    return services.longBodies("long bodies", run);
  });
}

async function readAndRun(
  services: ApiServices,
  exchange: Exchange,
  found: Found,
): Promise<ApiAnswer> {
  const { endpoint, params, key } = found;
  const { request } = exchange;
  const query = readQuery(endpoint, request.url.search);
  const json = endpoint.body ? await readJson(request, endpoint.bodyLimits) : undefined;
  const body = readBody(endpoint, json);
  const onceKey = endpoint.isWrite ? readIdempotencyKey(request) : null;
  const actor = actorOf(exchange, key);
  // New fields come first: added after a spread, they make V8 build a slow object each time.
  const ctx: Ctx = { actor, address: request.address, ...services.core };
  const isCurrent = (value: unknown) =>
    isExpected(request.header("if-match"), endpoint.stateEtag(value));
  const openWait = (seconds: number) =>
    openEventWait(services, exchange, { endpoint, key, seconds });
  const askAgainAfter = (seconds: number) => {
    exchange.headers["retry-after"] = String(seconds);
  };
  const result = (inner: Ctx) => {
    const tools = { isCurrent, openWait, askAgainAfter, attempts: services.attempts };
    const call = { ctx: inner, key, params, query, body, ...tools };
    return inWireNames(endpoint, () => endpoint.run(call as never));
  };
  const run = async (inner: Ctx) => answerOf(exchange, endpoint, await result(inner));
  if (endpoint.files.length > 0) {
    const { vary } = exchange.headers;
    exchange.headers.vary = vary ? `${vary}, Accept` : "Accept";
  }
  const partnerId = key.partner.id;
  const { writeTurns, readTurns } = services;
  const file = acceptedFile(endpoint.files, request.header("accept"));
  if (file) {
    const found = await readTurns(partnerId, () => result(ctx));
    return fileAnswer(exchange, file, await file.render(found, { partnerId }));
  }
  if (endpoint.takesTurns) {
    return respond(endpoint, exchange, await readTurns(partnerId, () => run(ctx)));
  }
  if (!endpoint.isWrite) return respond(endpoint, exchange, await run(ctx));
  if (onceKey === null) {
    return respond(endpoint, exchange, await writeTurns(partnerId, () => run(ctx)));
  }
  const write = {
    partnerId: actor.kind === "key" ? actor.partnerId : null,
    operation: JSON.stringify([endpoint.method, endpoint.path, params]),
    key: onceKey,
    input: [[...new URLSearchParams(request.url.search)].sort(), json],
  };
  const { answer, isReplay } = await writeTurns(partnerId, () => once(ctx, write, run));
  if (isReplay) exchange.headers["idempotent-replayed"] = "true";
  return respond(endpoint, exchange, answer);
}

function actorOf({ api }: Exchange, key: CheckedKey): Actor & { kind: "key" | "platform-key" } {
  // The cache of an API has only keys of its type.
  if (api.keyType === "platform") {
    const { scopes } = key as PlatformKeyRecord;
    return { kind: "platform-key", keyId: key.id, scopes };
  }
  const { scopes, partner } = key as KeyRecord;
  return { kind: "key", keyId: key.id, partnerId: partner.id, scopes };
}

/** Core names fields in camelCase; all that the API itself refuses is named as it was sent. */
async function inWireNames<T>({ body }: Endpoint, run: () => T): Promise<Awaited<T>> {
  try {
    return await run();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    throw onWire(error, body);
  }
}

function onWire({ code, message, details }: DomainError, body: Endpoint["body"]): DomainError {
  const { field, issues } = details;
  if (typeof field === "string") {
    return new DomainError(code, message, { ...details, field: snakeCase(field) });
  }
  if (!Array.isArray(issues)) return new DomainError(code, message, details);
  const named = issues.map((issue: Issue) => ({ ...issue, path: wirePath(issue.path, body) }));
  return new DomainError(code, sentenceOf(named), { ...details, issues: named });
}

function answerOf({ api, request }: Exchange, endpoint: Endpoint, result: unknown) {
  const { body, etag } = endpoint.represent(result);
  const headers: Record<string, string> = {};
  if (etag !== null) headers.etag = etag;
  if (endpoint.location) headers.location = api.basePath + endpoint.location(result);
  const next = endpoint.isPaged ? (result as { nextCursor: string | null }).nextCursor : null;
  if (next !== null) headers.link = `<${nextPage(request.url, next)}>; rel="next"`;
  const { shownOnce } = endpoint;
  const keptBody =
    shownOnce === null ? null : endpoint.represent({ ...Object(result), [shownOnce]: null }).body;
  return { status: endpoint.status, body, headers, keptBody };
}

function nextPage({ pathname, search }: ApiRequest["url"], cursor: string): string {
  const query = new URLSearchParams(search);
  query.set("cursor", cursor);
  return `${pathname}?${query}`;
}

function respond(endpoint: Endpoint, exchange: Exchange, answer: Answer): ApiAnswer {
  const { headers, request } = exchange;
  Object.assign(headers, answer.headers);
  if (endpoint.cacheControl) headers["cache-control"] = endpoint.cacheControl;
  const { etag } = answer.headers;
  if (!endpoint.isWrite && etag && isKnown(request.header("if-none-match"), etag)) {
    return { status: 304, headers, body: null };
  }
  return textAnswer(exchange, { status: answer.status, text: answer.body });
}
