import { z } from "zod";
import { plainAddress } from "../../core/values/addresses";
import type { Attempted } from "../attempt";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { Cost, RequiredScopes, Route } from "./attempt-input";
import {
  MAX_HEADER,
  MAX_IDEMPOTENCY_KEY,
  MAX_KEY,
  MAX_PATH,
  METHOD,
  PRINTABLE,
  plainVerifyKey,
} from "./plain-verify-key";
import { PARTNERS_KEYS } from "./tags";

/** As in a header's value. */
const header = (longest: number) =>
  z.string().max(longest).regex(PRINTABLE, "Must be printable ASCII.");

const VerifyKey = z.strictObject({
  key: z
    .string()
    .max(MAX_KEY)
    .describe("The key that the caller sent, exactly as given; one that can't be a key is refused"),
  scopes: RequiredScopes,
  cost: Cost,
  ip: z
    .string()
    .max(100)
    .refine((text) => plainAddress(text) !== null, "Must be an IPv4 or IPv6 address.")
    .optional()
    .describe("The caller's address"),
  method: z
    .string()
    .regex(METHOD, "Must be a method in capital letters.")
    .default("POST")
    .describe(
      "The method of the request. A suspended partner may only read: GET, HEAD, OPTIONS; a terminated one is always refused",
    ),
  route: Route,
  path: header(MAX_PATH)
    .optional()
    .describe(
      "The path exactly as given by the caller, with its query. Workers that share a key and an address are told apart by it",
    ),
  clientId: header(MAX_HEADER).optional().describe("The caller's `X-Client-Id`, exactly as given"),
  userAgent: header(MAX_HEADER).optional().describe("The caller's `User-Agent`, exactly as given"),
  idempotencyKey: header(MAX_IDEMPOTENCY_KEY)
    .optional()
    .describe("The caller's `Idempotency-Key`, exactly as given"),
});

const Headers = z
  .record(z.string(), z.string())
  .describe("Headers for your response, by their lower-case names");

const Verified = z
  .object({
    valid: z.boolean().describe("Whether to serve the request"),
    requestId: z.string().describe("ID of the request in the key's log"),
    key: z
      .object({
        id: z.string().describe("Key ID; starts with `key_`"),
      })
      .describe("The key. Only if valid")
      .optional(),
    partner: z
      .object({
        id: z.string().describe("Partner identifier"),
        code: z.string().describe("Short partner code"),
        name: z.string().describe("Display name"),
        status: z.enum(["active", "suspended"]).describe("Account status"),
      })
      .describe("Its partner. Only if valid")
      .optional(),
    scopes: z.array(z.string()).optional().describe("All scopes of the key. Only if valid"),
    rateLimit: z
      .object({
        limit: z.int().describe("Requests per minute that the key can send in the long run"),
        remaining: z.int().describe("Requests that it can send now"),
      })
      .describe("Its rate limit, after this request. Only if valid")
      .optional(),
    code: z.string().optional().describe("The error code. Only if not valid"),
    error: z.string().optional().describe("The error as a sentence. Only if not valid"),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Error-specific data. Only if not valid"),
    status: z
      .int()
      .optional()
      .describe("The HTTP status for your response: 401, 403, 429 or 503. Only if not valid"),
    headers: Headers,
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The JSON body for your response. Only if not valid"),
  })
  .describe("Whether to serve a request, or the response to it");

function verified({ id, headers, ...attempted }: Attempted): z.input<typeof Verified> {
  if (attempted.refusal) {
    const { status, code, message, details } = attempted.refusal;
    return {
      valid: false,
      requestId: id,
      code,
      error: message,
      details,
      status,
      headers: { ...headers },
      body: { error: message, code, details },
    };
  }
  const { id: keyId, partner, scopes, perMinute } = attempted.key;
  const { id: partnerId, code, name, status } = partner;
  const remaining = Number(/r=(\d+)/.exec(headers.ratelimit ?? "")?.[1] ?? 0);
  return {
    valid: true,
    requestId: id,
    key: { id: keyId },
    partner: { id: partnerId, code, name, status },
    scopes: [...scopes],
    rateLimit: { limit: perMinute, remaining },
    headers: { ...headers },
  };
}

const verifyKey = platformEndpoint({
  id: "verifyKey",
  tag: PARTNERS_KEYS,
  route: "POST /keys/verify",
  summary: "Verify a partner's key",
  description:
    "Decides a request to your own API as if it were one to the partners' API: the key, its scopes, its rate limit and the partner's suspension, each as it is now. Call it for each request and keep no result: a revoked key is then refused at once. The response is 200 also if the key is refused. Then `status`, `headers`, with the true `Retry-After`, and `body` are your response. It takes a token of the partner's key, and none of yours.",
  scope: "keys:verify",
  write: false,
  unlimited: true,
  body: VerifyKey,
  plainBody: plainVerifyKey,
  returns: Verified,
  names: { body: "VerifyKey", returns: "VerifiedKey" },
  example: {
    valid: true,
    request_id: "req_01jd5n8k3v0000000000000000",
    key: { id: "key_01jd5n8k3v0000000000000000" },
    partner: {
      id: "prt_01jd5n8k3v0000000000000000",
      code: "acme",
      name: "Acme Resale",
      status: "active",
    },
    scopes: ["accounts:read"],
    rate_limit: { limit: 300, remaining: 49 },
    headers: {
      "x-request-id": "req_01jd5n8k3v0000000000000000",
      "ratelimit-policy": '"burst";q=50;w=10, "minute";q=300;w=60',
      ratelimit: '"burst";r=49;t=1',
    },
  },
  bodyExample: {
    key: "rsk_0123456789abcdefghijklmnopqrstuvwxyz",
    scopes: ["accounts:read"],
    ip: "192.0.2.1",
    method: "GET",
    route: "/orders/{id}",
    path: "/orders/17",
  },
  run: async ({ ctx, attempts, body }) => {
    const { key, scopes, cost, ip, method, route, path } = body;
    const headers = {
      "x-client-id": body.clientId ?? null,
      "user-agent": body.userAgent ?? null,
      "idempotency-key": body.idempotencyKey ?? null,
    };
    const attempted = await attempts.decide({
      authorization: `Bearer ${key}`,
      scopes,
      cost,
      method,
      route,
      path: path ?? null,
      address: ip ? plainAddress(ip) : null,
      asker: ctx.address,
      headers,
    });
    return verified(attempted);
  },
});

export const PLATFORM_VERIFY_ENDPOINTS: readonly Endpoint[] = [verifyKey];
