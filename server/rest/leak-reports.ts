import { createHash, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Core, Ctx } from "../core/kernel/actor";
import { ERRORS, type ErrorCode, fail, failureBody, isDomainError } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import { reportLeak } from "../core/leaks/mutations";
import type { Api } from "./api";
import type { ApiAnswer, ApiRequest } from "./exchange";
import { ClientGone, isTooLong, readBytes } from "./input";

export const LEAKS_PATH = "/api/v1/leaks";

const ALLOW = "POST, OPTIONS";
const IDENTIFIER = /^[\w-]{1,128}$/;
/** DER of two numbers of 32 bytes at most, in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{80,100}={0,2}$/;
const MAX_TOKENS = 300;
/** So many tokens with long URLs: nobody sends the leaks of a report again that was refused. */
const MAX_BYTES = 196_608;

const Found = z.object({
  token: z.string().max(1_000),
  type: z.string().max(200),
  url: z.string().nullish(),
  source: z.string().nullish(),
});
const Report = z.array(Found).max(MAX_TOKENS);

type Parts = {
  core: Core;
  /** Who signs reports; null: reports are off. */
  signers: { find(identifier: string): Promise<KeyObject | null | "unavailable"> } | null;
};

/**
 * `POST /api/v1/leaks`: reports of keys that were found in public, in the format of GitHub's secret
 * scanning partner program. Answers each token with whether it is a key of this platform, by its
 * hash: the response contains no key. Never rejects.
 */
export function createLeakReports({ core, signers }: Parts): Api {
  const ctx: Ctx = { ...core, actor: { kind: "system", name: "leak report" }, address: null };
  const inTurn = oneByOne();

  async function respond(request: ApiRequest): Promise<ApiAnswer> {
    if (signers === null) fail("not_found");
    if (request.method === "OPTIONS") return { status: 204, headers: { allow: ALLOW }, body: null };
    if (request.method !== "POST") return failure("method_not_allowed", { allow: ALLOW });
    if (isTooLong(request, MAX_BYTES)) fail("payload_too_large");
    const identifier = request.header("github-public-key-identifier") ?? "";
    const signature = request.header("github-public-key-signature") ?? "";
    // Before anything is read: most strangers end here.
    if (!IDENTIFIER.test(identifier) || !SIGNATURE.test(signature)) fail("invalid_signature");
    const signer = await signers.find(identifier);
    if (signer === "unavailable") fail("unavailable");
    if (signer === null) fail("invalid_signature");
    const body = await readBytes(request, MAX_BYTES);
    if (!isSigned(body, signer, signature)) fail("invalid_signature");
    const found = tokensIn(body);
    const report = { ...ctx, address: request.address };
    return json(200, await inTurn(() => verdicts(report, found)));
  }

  return async (request) => {
    try {
      return await respond(request);
    } catch (error) {
      if (isDomainError(error)) return failure(error.code, {}, error.message);
      if (error instanceof ClientGone) return failure("invalid_request");
      const code = core.isUnavailable(error) ? "unavailable" : "internal_error";
      core.log.error({ err: error, method: request.method, route: LEAKS_PATH }, code);
      return failure(code);
    }
  };
}

/** Reports are handled one after the other, so that a large one leaves connections to the others. */
function oneByOne() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
}

function isSigned(body: Uint8Array, key: KeyObject, signature: string): boolean {
  return verify("sha256", body, { key, dsaEncoding: "der" }, Buffer.from(signature, "base64"));
}

// No error quotes the body: it contains keys.
function tokensIn(body: Uint8Array): z.infer<typeof Report> {
  try {
    return Report.parse(JSON.parse(Buffer.from(body).toString("utf8")));
  } catch {
    const message = `The body must be a JSON array of at most ${MAX_TOKENS} objects with token and type.`;
    return fail("invalid_request", { message });
  }
}

async function verdicts(ctx: Ctx, found: z.infer<typeof Report>) {
  const answered = [];
  for (const { token, type, url, source } of found) {
    const where = { source: source || null, url: url || null };
    const { isKey, keyId } = await reportLeak(ctx, { plaintext: token, ...where });
    if (keyId) ctx.log.warn({ keyId }, "a leaked API key was reported");
    answered.push({
      token_hash: createHash("sha256").update(token).digest("hex"),
      token_type: type,
      label: isKey ? "true_positive" : "false_positive",
    });
  }
  return answered;
}

function failure(
  code: ErrorCode,
  headers: Record<string, string> = {},
  message: string = ERRORS[code].message,
): ApiAnswer {
  const all = code === "unavailable" ? { ...headers, "retry-after": "60" } : headers;
  return json(ERRORS[code].status, failureBody(code, message), all);
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiAnswer {
  const body = JSON.stringify(value);
  return {
    status,
    headers: {
      ...headers,
      "x-request-id": newId("request"),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body,
  };
}
