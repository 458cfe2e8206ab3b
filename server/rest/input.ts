import { z } from "zod";
import { fail } from "../core/errors";
import { hint } from "../core/nearest";
import { snakeCase } from "../core/wire";
import type { Endpoint } from "./endpoint";

const MAX_BODY_BYTES = 65_536;

/** The query as the endpoint's schema has it. Throws `invalid_request` and `validation_failed`. */
export function readQuery(endpoint: Endpoint, search: URLSearchParams): unknown {
  const shape = endpoint.query?.shape ?? {};
  const byWireName = new Map(Object.keys(shape).map((name) => [snakeCase(name), name]));
  const given: Record<string, string> = {};
  for (const [wireName, value] of search) {
    const name = byWireName.get(wireName);
    if (!name) {
      const known = hint(wireName, [...byWireName.keys()]);
      fail("invalid_request", { message: `unknown query parameter${known}` });
    }
    if (Object.hasOwn(given, name)) {
      fail("invalid_request", { message: `the query parameter ${wireName} is repeated` });
    }
    given[name] = value;
  }
  return endpoint.query ? check(endpoint.query, given) : given;
}

/** The body as the endpoint's schema has it. Throws 400, 413, 415 and 422 as the catalogue says. */
export async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (!endpoint.body) return undefined;
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") fail("unsupported_media_type");
  const text = await readText(request);
  const json = parseJson(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    fail("invalid_request", { message: "the body must be a JSON object" });
  }
  return check(endpoint.body, toSchemaNames(endpoint.body, json));
}

// Counted as it arrives: Content-Length is only what the client says.
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES)
    fail("payload_too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) fail("payload_too_large");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return fail("invalid_request", { message: "the body is not UTF-8" });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail("invalid_request", { message: "the body is not JSON" });
  }
}

// Names that no field has keep theirs, so that the schema refuses them under the name that was sent.
function toSchemaNames(schema: z.ZodType, body: object): object {
  if (!(schema instanceof z.ZodObject)) return body;
  const byWireName = new Map(Object.keys(schema.shape).map((name) => [snakeCase(name), name]));
  const renamed = Object.entries(body).map(([wireName, value]) => {
    const name = byWireName.get(wireName);
    if (!name) {
      const message = `unknown field${hint(wireName, [...byWireName.keys()])}`;
      const issues = [{ path: wireName.slice(0, 80), message }];
      fail("validation_failed", { message, details: { issues } });
    }
    return [name, value];
  });
  return Object.fromEntries(renamed);
}

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.map((part) => snakeCase(String(part))).join("."),
    message: issue.message,
  }));
  const [first] = issues;
  return fail("validation_failed", {
    ...(first && { message: `${first.path || "the request"}: ${first.message}` }),
    details: { issues },
  });
}
