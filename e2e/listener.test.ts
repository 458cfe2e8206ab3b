import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { platformForTests } from "../server/testing/platform";
import { freePort } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";

// The built product over raw sockets, on each kind of store. With PostgreSQL and Redis there are
// two workers, which get their connections from the primary: the tests show that the process that
// accepts a connection makes no difference.
const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests();
/** Prints when the API's thread, not that of the pages, uses an AsyncLocalStorage. */
const TELLS = `
import { AsyncLocalStorage } from "node:async_hooks";
import { isMainThread } from "node:worker_threads";
for (const name of isMainThread ? ["run", "enterWith"] : []) {
  const own = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    console.error("AsyncLocalStorage is used: " + new Error().stack);
    return own.apply(this, args);
  };
}`;
const TELLS_OF_STORAGE = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLS)}`,
};
const port = await freePort();
// Without a public URL it would accept loopback names only.
const site = { NEXTAUTH_URL: `http://127.0.0.1:${port}` };
const embedded = await startProduct({ port, env: { ...site, ...TELLS_OF_STORAGE } });
afterAll(() => embedded.stop());
const stores = { databaseUrl: platform.databaseUrl, redisUrl: redis.url };
const product = await startProduct({ ...stores, env: { WORKERS: "2", ...TELLS_OF_STORAGE } });
afterAll(() => product.stop());

const KINDS: [string, () => Product][] = [
  ["embedded stores", () => embedded],
  ["PostgreSQL and Redis", () => product],
];

const open = (to = product) => connect(to.port, "127.0.0.1").on("error", () => {});

type Sent = { line: string; headers?: readonly string[]; body?: string; to?: Product };

/** The response to a request with these lines, over its own connection. */
async function ask({ line, headers = [], body = "", to = product }: Sent) {
  const socket = open(to);
  const host = headers.some((header) => header.startsWith("host:")) ? [] : ["host: 127.0.0.1"];
  socket.write([line, ...host, ...headers, "connection: close", "", body].join("\r\n"));
  const answer = await text(socket);
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [, ...lines] = head.split("\r\n");
  const fields = lines.map((field) => /^([^:]+): (.*)$/.exec(field)?.slice(1) ?? []);
  const named = Object.fromEntries(fields.map(([name = "", value]) => [name.toLowerCase(), value]));
  return { status: Number(head.split(" ")[1]), headers: named, body: rest.join("\r\n\r\n") };
}

const failureIn = ({ body }: { body: string }) => JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "null");

const POST = ["content-type: application/json", "content-length: 2"];
const CALLBACK = "cookie: a=b; next-auth.callback-url=javascript%3A1";
const MULTIPART = ["content-type: multipart/form-data; boundary=x", "content-length: 2"];

/** A call of a server action by a page of another site. */
const ACTION = [...POST, "next-action: x", "origin: http://evil.example"];
const ABORTED = ["content-type: application/json", "next-action: x", "content-length: 1000"];

describe.each(KINDS)("unusual requests, on %s", (_, productOf) => {
  it.each([
    ["GET /api HTTP/1.1", 404, "not_found"],
    ["GET /api/ HTTP/1.1", 404, "not_found"],
    ["GET /api/nope HTTP/1.1", 404, "not_found"],
    ["GET /api/v1 HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/nope HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/resellers HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/reseller HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/reseller/nope HTTP/1.1", 404, "not_found"],
    ["GET /api/health/ HTTP/1.1", 404, "not_found"],
    ["GET /API/nope HTTP/1.1", 404, "not_found"],
    ["GET /API/health HTTP/1.1", 404, "not_found"],
    ["GET /Api/v1/reseller/me HTTP/1.1", 404, "not_found"],
    ["GET /%61pi/health HTTP/1.1", 404, "not_found"],
    ["GET /api%2fhealth HTTP/1.1", 404, "not_found"],
    ["POST /%61pi/auth/_log HTTP/1.1", 404, "not_found", POST],
    ["PUT /sign-in HTTP/1.1", 405, "method_not_allowed"],
    ["POST /sign-in HTTP/1.1", 405, "method_not_allowed", POST],
    ["POST /sign-in HTTP/1.1", 405, "method_not_allowed", ACTION],
    ["DELETE /nope HTTP/1.1", 405, "method_not_allowed"],
    ["POST /api/auth/callback/credentials HTTP/1.1", 415, "unsupported_media_type", POST],
    ["POST /api/auth/signout HTTP/1.1", 415, "unsupported_media_type", POST],
    ["POST /api/auth/signout HTTP/1.1", 415, "unsupported_media_type", MULTIPART],
    ["GET /api/auth/session?callbackUrl=x%0Ay HTTP/1.1", 400, "invalid_request"],
    ["GET /api/auth/csrf HTTP/1.1", 400, "invalid_request", [CALLBACK]],
    ["GET /api/%zz HTTP/1.1", 404, "not_found"],
    ["GET /api/auth/%zz HTTP/1.1", 404, "not_found"],
    ["GET /api/%ff HTTP/1.1", 404, "not_found"],
    ["GET /api/%00 HTTP/1.1", 404, "not_found"],
    ["GET /api/auth/_log HTTP/1.1", 404, "not_found"],
    ["POST /api/auth/_log HTTP/1.1", 404, "not_found", POST],
    ["POST /api/auth/%5Flog HTTP/1.1", 404, "not_found", POST],
    ["POST /api/auth/_log HTTP/1.1", 404, "not_found", MULTIPART],
    ["POST /api/health HTTP/1.1", 405, "method_not_allowed", POST],
    ["POST /api/health HTTP/1.1", 405, "method_not_allowed", ["expect: x", ...POST]],
    ["DELETE /api/trpc/keys.list HTTP/1.1", 405, "method_not_allowed"],
    ["GET /api/trpc/keys.list HTTP/1.1", 405, "method_not_allowed"],
    ["POST /api/trpc/keys.list HTTP/1.1", 403, "forbidden", POST],
    ["PROPFIND /api/nope HTTP/1.1", 405, "method_not_allowed"],
    ["PROPFIND / HTTP/1.1", 405, "method_not_allowed"],
    ["TRACE / HTTP/1.1", 405, "method_not_allowed"],
    ["TRACE /api/v1/reseller/me HTTP/1.1", 405, "method_not_allowed"],
    ["CONNECT evil.example:443 HTTP/1.1", 405, "method_not_allowed"],
    ["GET * HTTP/1.1", 400, "invalid_request"],
    ["PRI * HTTP/2.0", 400, "invalid_request"],
    ["GET evil.example HTTP/1.1", 400, "invalid_request"],
    ["GET http://evil.example/api/nope HTTP/1.1", 404, "not_found"],
    ["GET http://evil.example/api/v1/reseller/me HTTP/1.1", 401, "missing_api_key"],
    ["GET /api/v1/x/../reseller/me HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/x/%2e%2E/reseller/me HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/./reseller/me HTTP/1.1", 404, "not_found"],
    ["GET /x\\..\\sign-in HTTP/1.1", 404, "not_found"],
    ["GET /api/v1/reseller/../../health HTTP/1.1", 404, "not_found"],
    ["GET /api/nope HTTP/1.1", 400, "invalid_request", ["host: a.example", "host: b.example"]],
    ["GET /api/nope HTTP/1.1", 400, "invalid_request", ["rsc: 1", "next-router-state-tree: %zz"]],
    ["GET /api/nope HTTP/1.1", 404, "not_found", ["x-middleware-subrequest: proxy:proxy:proxy"]],
    ["GET /api/nope HTTP/1.1", 404, "not_found", ["cookie: next-auth.session-token=%ff"]],
    ["GET /api/health HTTP/1.1", 431, "headers_too_large", [`x: ${"x".repeat(17_000)}`]],
  ] as const)("%s: %i %s in the error body", async (line, status, code, headers = []) => {
    const body = line.startsWith("POST") ? "{}" : "";
    const answer = await ask({ line, headers, body, to: productOf() });
    expect(answer.status).toBe(status);
    expect(failureIn(answer)).toEqual({ error: expect.any(String), code, details: {} });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    if (status === 405) expect(answer.headers.allow).toMatch(/[A-Z]+(, [A-Z]+)*/);
  });

  it.each([
    ["OPTIONS * HTTP/1.1", 204, { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }],
    ["OPTIONS /api/health HTTP/1.1", 204, { allow: "GET, HEAD, OPTIONS" }],
    ["HEAD /api/nope HTTP/1.1", 404, { "content-type": "application/json" }],
    ["GET /api//health HTTP/1.1", 308, { location: "/api/health" }],
    ["GET /api\\health HTTP/1.1", 308, { location: "/api/health" }],
    ["GET //evil.example/x HTTP/1.1", 308, { location: "/evil.example/x" }],
    ["GET /\\evil.example//x?a=//b HTTP/1.1", 308, { location: "/evil.example/x?a=//b" }],
    ["GET //evil.example HTTP/1.1", 308, { "x-content-type-options": "nosniff" }],
    ["OPTIONS /sign-in HTTP/1.1", 204, { allow: "GET, HEAD, OPTIONS" }],
    ["HEAD /sign-in HTTP/1.1", 200, { "x-frame-options": "DENY" }],
    ["GET http://evil.example/x HTTP/1.1", 404, { "x-frame-options": "DENY" }],
    ["GET /sign-in HTTP/1.1", 200, {}, ["upgrade: h2c", "http2-settings: AAMAAABkAAQAAP__"]],
    ["GET /api/health HTTP/1.0", 200, { "content-type": "application/json" }],
    ["GET /%zz HTTP/1.1", 404, { "x-frame-options": "DENY" }],
  ] as const)("%s: %i", async (line, status, headers, sent?: readonly string[]) => {
    const answer = await ask({ line, to: productOf(), ...(sent && { headers: sent }) });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(headers);
  });

  it("a client that disconnects in the middle of a body is not an error, nor is a rejected request", async () => {
    const to = productOf();
    for (const path of ["/sign-in", "/api/auth/signout", "/api/trpc/keys.list"]) {
      const socket = open(to);
      const head = [`POST ${path} HTTP/1.1`, "host: 127.0.0.1", ...ABORTED, "", "{"];
      await new Promise<void>((written) => void socket.write(head.join("\r\n"), () => written()));
      await ask({ line: "GET /api/health HTTP/1.1", to });
      socket.destroy();
    }
    // A page takes longer than it takes the server to notice that the clients have left.
    for (let n = 0; n < 3; n++) await ask({ line: "GET /sign-in HTTP/1.1", to });
    expect(to.output()).not.toContain('"level":50');
  });
});

describe("static files", () => {
  /** The response with its raw body: fetch would decode it. */
  function get(path: string, headers: Record<string, string>) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
      (resolve) => {
        request(product.url + path, { headers }, async (response) => {
          const { statusCode: status = 0, headers: named } = response;
          resolve({ status, headers: named, body: await buffer(response) });
        }).end();
      },
    );
  }
  const script = async () => {
    const page = await (await fetch(`${product.url}/sign-in`)).text();
    return /\/_next\/static\/chunks\/[\w.~-]+\.js/.exec(page)?.[0] ?? "";
  };

  it("are sent compressed as built, or uncompressed on request", async () => {
    for (const path of [await script(), "/latchkey.ts"]) {
      const plain = await get(path, {});
      expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
      const packed = await get(path, { "accept-encoding": "gzip, deflate, br" });
      expect([packed.status, packed.headers["content-encoding"]]).toEqual([200, "br"]);
      expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
      const etag = packed.headers.etag ?? "";
      const known = { "accept-encoding": "br", "if-none-match": etag };
      expect((await get(path, known)).status).toBe(304);
    }
  });

  it("ranges are sent uncompressed, even if the client accepts gzip", async () => {
    const path = await script();
    const { body: whole } = await get(path, {});
    const part = await get(path, { range: "bytes=5-14", "accept-encoding": "gzip, br" });
    expect([part.status, part.headers["content-encoding"]]).toEqual([206, undefined]);
    expect(part.headers["content-range"]).toBe(`bytes 5-14/${whole.length}`);
    expect(part.body.equals(whole.subarray(5, 15))).toBe(true);
  });
});

it("rejects a body of 10 MB on every page and route", async () => {
  const routes: Record<string, string> = JSON.parse(
    readFileSync(".next/app-path-routes-manifest.json", "utf8"),
  );
  const paths = Object.values(routes).map((path) => path.replaceAll(/\[+\.*(\w+)\]+/g, "$1"));
  expect(paths).toContain("/sign-in");
  for (const path of paths) {
    // The REST APIs check the credential first, and read no body for that.
    const isProxys = path === "/api/v1/platform/forward-auth";
    const expected = path.startsWith("/api/v1/") ? [isProxys ? 500 : 401, 404, 405] : [413];
    const headers = ["content-type: text/plain", "next-action: x", "content-length: 10000000"];
    const line = `POST ${path} HTTP/1.1`;
    const answer = await ask({ line, headers, body: "x".repeat(100_000) });
    expect(expected, path).toContain(answer.status);
    expect(Object.keys(failureIn(answer))).toEqual(["error", "code", "details"]);
  }
});

const UPGRADES = 1_000;
it(`leaves no socket open after ${UPGRADES} upgrade requests`, async () => {
  // Rendering a page takes most of the time, so only one request in fifty asks for one.
  const pages = ["/nope", "/sign-in"];
  const others = ["/api/v1/reseller/me", "/_next/static/nope"];
  const answered = new Set<string>();
  let sent = 0;
  const upgrade = (n: number) =>
    new Promise<void>((closed) => {
      const paths = n % 50 === 0 ? pages : others;
      const path = paths[Math.floor(n / 50) % 2] ?? "";
      const protocol = n % 3 === 0 ? "h2c" : "websocket";
      const socket = open().on("close", () => closed());
      const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${product.port}\r\n`;
      socket.write(`${head}connection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`);
      // Some do not wait for the response. The server must close its side either way.
      if (n % 4 === 3) return void socket.resume().end();
      socket.once("data", (data) => {
        if (/^HTTP\/1\.1 (200|401|404) /.test(String(data))) answered.add(path);
        socket.end();
      });
    });
  const client = async () => {
    while (sent < UPGRADES) await upgrade(sent++);
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect([...answered].sort()).toEqual([...pages, ...others].sort());
});

it.each(KINDS)(
  "no request makes Node track every promise of the API's thread, on %s",
  async (_, productOf) => {
    const to = productOf();
    expect((await ask({ line: "GET /sign-in HTTP/1.1", to })).status).toBe(200);
    expect((await ask({ line: "GET /api/v1/reseller/me HTTP/1.1", to })).status).toBe(401);
    expect(to.output()).not.toContain("AsyncLocalStorage is used");
  },
);

it("nor does a write", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner(), {
    scopes: ["accounts:write"],
  });
  const created = await fetch(`${product.url}/api/v1/reseller/accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${plaintext}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "a@customers.example", name: "A" }),
  });
  expect(created.status).toBe(201);
  expect(product.output()).not.toContain("AsyncLocalStorage is used");
});
