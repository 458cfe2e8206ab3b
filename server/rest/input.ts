import { z } from "zod";
import { checked } from "../core/kernel/checked";
import { unknownName } from "../core/kernel/closest-match";
import { fail, type Issue } from "../core/kernel/errors";
import { createTurns } from "../core/kernel/turns";
import { schemaNames, wireNames, wirePath } from "../core/kernel/wire";
import { type BodyLimits, USUAL_BODY } from "./body-limits";
import type { Endpoint } from "./endpoint";
import type { ApiRequest } from "./exchange";
import { parseJsonObject } from "./json";

/** The longest body that is accepted by all endpoints but those for batches, in bytes. */
export const MAX_BODY_BYTES = USUAL_BODY.bytes;
const MAX_HEADER_BYTES = 16_384;
const longBodyTurn = createTurns({ restTimes: 1 });

/** Throws `headers_too_large`. Needed because hosts other than our own server may allow more. */
export function assertHeaderSize(request: ApiRequest): void {
  if (request.headerSize() > MAX_HEADER_BYTES) fail("headers_too_large");
}

const NO_NAMES: ReturnType<typeof wireNames> = new Map();

/** Parses the query by the endpoint's schema. Throws `invalid_request` and `validation_failed`. */
export function readQuery(endpoint: Endpoint, search: string): unknown {
  const given: Record<string, string> = {};
  if (search === "" && !endpoint.query) return given;
  const byWireName = endpoint.query ? wireNames(endpoint.query) : NO_NAMES;
  for (const [wireName, value] of new URLSearchParams(search)) {
    const { name } =
      byWireName.get(wireName) ??
      fail("invalid_request", {
        message: unknownName("query parameter", wireName, [...byWireName.keys()]),
      });
    if (Object.hasOwn(given, name)) {
      fail("invalid_request", { message: `The query parameter ${wireName} is repeated.` });
    }
    given[name] = value;
  }
  if (!endpoint.query) return given;
  return check(endpoint.query, given, (issue) =>
    hasPlus(search, issue.path) ? { ...issue, message: `${issue.message} ${PLUS}` } : issue,
  );
}

const PLUS = 'In a query string, "+" means a space. Write it as %2B.';

/** Whether a parameter contains `+`, which the client most likely meant literally. */
function hasPlus(search: string, name: string): boolean {
  const pairs = search.slice(1).split("&");
  return pairs.some((pair) => pair.startsWith(`${name}=`) && pair.includes("+"));
}

/** Reads the JSON object in the body, within these limits. Throws 400, 413 and 415. */
export async function readJson(request: ApiRequest, limits: BodyLimits): Promise<object> {
  const [mediaType, ...parameters] = (request.header("content-type") ?? "").split(";");
  if (mediaType?.trim().toLowerCase() !== "application/json") fail("unsupported_media_type");
  if (!parameters.every(allowsUtf8)) {
    fail("unsupported_media_type", { message: "The body must be in UTF-8." });
  }
  const encoding = request.header("content-encoding") ?? "identity";
  const transfer = request.header("transfer-encoding") ?? "chunked";
  // Node's parser accepts any coding before "chunked", and undoes none.
  if (encoding.toLowerCase() !== "identity" || transfer.toLowerCase() !== "chunked") {
    fail("unsupported_media_type", { message: "The body must not be compressed." });
  }
  const text = await readText(request, limits.bytes);
  // Reading a thousand items takes milliseconds.
  if (text.length > MAX_BODY_BYTES) await longBodyTurn();
  return parseJsonObject(text, limits.values);
}

/** Whether a parameter of the Content-Type is anything but the charset of another encoding. */
function allowsUtf8(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=");
  return name.trim().toLowerCase() !== "charset" || /^\s*("?)(utf-?8|us-ascii)\1\s*$/i.test(value);
}

/** Parses the body by the endpoint's schema. Throws `validation_failed`. */
export function readBody(endpoint: Endpoint, json: object | undefined): unknown {
  if (!endpoint.body || !json) return undefined;
  const plain = endpoint.plainBody?.(json) ?? null;
  return plain ?? check(endpoint.body, toSchemaNames(endpoint.body, json));
}

/** The Idempotency-Key; null without one. Throws `invalid_request`. */
export function readIdempotencyKey(request: ApiRequest): string | null {
  const key = request.header("idempotency-key");
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    fail("invalid_request", {
      message: "The Idempotency-Key must be 1 to 255 printable ASCII characters.",
    });
  }
  return key;
}

/** The client disconnected before the body was complete, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Whether the Content-Length is over the limit. */
export function isTooLong(request: ApiRequest, maxBytes = MAX_BODY_BYTES): boolean {
  return Number(request.header("content-length") ?? 0) > maxBytes;
}

/** Whether the body may be longer than usual, and the endpoint takes such bodies. */
export function takesLongBody({ bodyLimits }: Endpoint, request: ApiRequest): boolean {
  if (bodyLimits === USUAL_BODY) return false;
  return request.header("content-length") === null || isTooLong(request);
}

/** The request with its body, once it has arrived. Throws `payload_too_large`, and ClientGone. */
export async function withWholeBody(request: ApiRequest, { bytes }: BodyLimits) {
  const body = await readBytes(request, bytes);
  return { ...request, readBody: async () => body };
}

/** The body. Throws `payload_too_large`, and ClientGone. */
export async function readBytes(
  request: ApiRequest,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  if (isTooLong(request, maxBytes)) fail("payload_too_large");
  const body = await request.readBody(maxBytes).catch((error: unknown) => {
    throw new ClientGone("the client closed the connection", { cause: error });
  });
  return body ?? fail("payload_too_large");
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readText(request: ApiRequest, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    return fail("invalid_request", { message: "The body is not valid UTF-8." });
  }
}

/**
 * The request with its body read ahead, up to readJson()'s limit. While a request is held, the
 * client must be able to send all of it, or the server would end the connection for being slow.
 */
export function withBodyAhead(request: ApiRequest): ApiRequest {
  const read = request.readBody(MAX_BODY_BYTES);
  // Its reader handles the rejection; until then nothing else does.
  read.catch(() => undefined);
  return { ...request, readBody: () => read };
}

/** Throws `validation_failed` for a name that the schema does not have. */
function toSchemaNames(schema: z.ZodType, body: object): unknown {
  if (!(schema instanceof z.ZodObject)) return body;
  const { named, unknown } = schemaNames(schema, body);
  if (unknown === null) return named;
  return fail("validation_failed", { message: unknown.message, details: { issues: [unknown] } });
}

function check(
  schema: z.ZodType,
  value: unknown,
  explain: (issue: Issue) => Issue = (issue) => issue,
): unknown {
  const result = checked(schema, value);
  if ("value" in result) return result.value;
  const [first, ...others] = result.issues;
  const onWire = (issue: Issue) => explain({ ...issue, path: wirePath(issue.path, schema) });
  const issues = [onWire(first), ...others.map(onWire)] as const;
  const [{ path, message }] = issues;
  return fail("validation_failed", {
    message: `${path || "Request"}: ${message}`,
    details: { issues },
  });
}
