import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  LatchkeyServer,
  type LatchkeyServerError,
  type LatchkeyServerOptions,
} from "../../../public/latchkey-server";
import { listening } from "../../testing/listening";

export const PLATFORM_KEY = `psk_${"k".repeat(36)}`;
export const CALLER_KEY = `rsk_${"c".repeat(36)}`;

export const VERIFIED = {
  valid: true,
  key: { id: "key_1" },
  partner: { id: "prt_1", code: "acme", name: "Acme", status: "active" },
  scopes: ["orders:read"],
  rate_limit: { limit: 300, remaining: 49 },
  headers: { ratelimit: '"burst";r=49;t=1', "ratelimit-policy": '"burst";q=50;w=10' },
  request_id: "req_1",
};

const BODY = {
  error: "rate limit exceeded for this api key",
  code: "rate_limited",
  details: { retry_after_seconds: 7 },
};
export const REFUSED = {
  valid: false,
  ...BODY,
  status: 429,
  headers: { "content-type": "application/json", "retry-after": "7", "x-request-id": "req_2" },
  body: BODY,
  request_id: "req_2",
};

type Asked = { headers: IncomingMessage["headers"]; check: Record<string, unknown> };
type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** A server in Latchkey's place that responds as a test wants: faults that Latchkey has not. */
export async function openVerifyStand() {
  const asked: Asked[] = [];
  let respond: Respond = json(VERIFIED);
  const sockets = new Set<unknown>();
  const server = createServer(async (request, response) => {
    sockets.add(request.socket);
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    asked.push({ headers: request.headers, check: JSON.parse(text || "null") });
    respond(response, request);
  });
  const { url: baseUrl, close } = await listening(server);
  const errors: LatchkeyServerError[] = [];
  return {
    baseUrl,
    /** What was asked since `set()`. */
    asked,
    /** What `onError` got since `set()`. */
    errors,
    connections: () => sockets.size,
    set: (next: Respond) => {
      respond = next;
      asked.length = 0;
      errors.length = 0;
      sockets.clear();
    },
    newServer: <Policy extends "deny" | "allow" = "deny">(
      options: Partial<LatchkeyServerOptions<Policy>> = {},
    ) =>
      new LatchkeyServer<Policy>({
        baseUrl,
        platformKey: PLATFORM_KEY,
        onError: (error) => errors.push(error),
        ...options,
      }),
    close,
  };
}

export type VerifyStand = Awaited<ReturnType<typeof openVerifyStand>>;

/** A response with this value as JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}
