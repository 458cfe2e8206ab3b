import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import type { verifyWebhook as verify } from "../../public/latchkey";
import { newWebhookSecret } from "../core/webhooks/new-secret";
import { signedHeaders } from "../delivery/sign";
import { PLATFORM_KEY, VERIFIED } from "./testing/verify-stand";

const compiled = (file: string) =>
  transformSync(readFileSync(file, "utf8"), { loader: "ts", format: "cjs" }).code;

/**
 * Loads a client in a global scope like that of a Cloudflare Worker: random values, timers and
 * requests are refused while modules load, and work while a request is handled.
 */
function loadAsWorker(file = "public/latchkey.ts", response: object = { id: "prt_1" }) {
  let isHandling = false;
  const onlyHandling =
    <Args extends unknown[], T>(run: (...args: Args) => T) =>
    (...args: Args): T => {
      if (!isHandling) throw new Error("Disallowed operation called within global scope");
      return run(...args);
    };
  const sent: Headers[] = [];
  const context = createContext({
    module: { exports: {} },
    Headers,
    Request,
    Response,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal: { timeout: onlyHandling((ms: number) => AbortSignal.timeout(ms)) },
    crypto: { randomUUID: onlyHandling(() => crypto.randomUUID()), subtle: crypto.subtle },
    TextEncoder,
    TextDecoder,
    atob,
    setTimeout: onlyHandling(setTimeout),
    clearTimeout,
    fetch: onlyHandling(async (_url: string, { headers }: { headers: HeadersInit }) => {
      sent.push(new Headers(headers));
      return Response.json(response);
    }),
  });
  runInContext(compiled(file), context);
  const run = (text: string) => runInContext(text, context);
  const { verifyWebhook } = context.module.exports as { verifyWebhook: typeof verify };
  return { sent, run, verifyWebhook, handle: () => (isHandling = true) };
}

describe.each(["public/latchkey.ts", "public/latchkey-server.ts", "public/latchkey-platform.ts"])(
  "%s",
  (file) => {
    it.each([
      ["ES2021 with DOM", ["--target", "es2021", "--lib", "es2021,dom", "--types", ""]],
      ["ES2022 with DOM", ["--target", "es2022", "--lib", "es2022,dom", "--types", ""]],
      ["ES2021 on Node, without DOM", ["--target", "es2021", "--lib", "es2021", "--types", "node"]],
    ])("compiles on its own in strict mode with %s", (_what, as) => {
      const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
      const more = [
        "--erasableSyntaxOnly",
        "--noUnusedLocals",
        "--noPropertyAccessFromIndexSignature",
      ];
      const alone = ["--isolatedDeclarations", "--declaration", "--isolatedModules"];
      const flags = [...strict, ...more, ...alone, ...as, "--module", "esnext"];
      const args = ["--ignoreConfig", "--noEmit", "--skipLibCheck", ...flags, file];
      execFileSync("node_modules/.bin/tsc", args, { stdio: "inherit" });
    });
  },
);

it("can be created at module scope, where a Worker allows neither randomness nor requests", async () => {
  const { sent, run, handle } = loadAsWorker();
  run(
    'const it = new module.exports.Latchkey({ key: "rsk_x", baseUrl: "https://partners.example" });',
  );
  handle();
  expect(await run("it.me()")).toEqual({ id: "prt_1" });
  await run("it.me()");
  const [first, second] = sent.map((headers) => headers.get("x-client-id"));
  expect([first, second]).toEqual([expect.stringMatching(/^[\w-]{36}$/), first]);
});

it("verifies webhooks with the web's own functions only", async () => {
  const { verifyWebhook } = loadAsWorker();
  const [secret, body] = [newWebhookSecret(), '{"id":"evt_1"}'];
  const signed = signedHeaders({ id: "evt_1", at: new Date(), body, secrets: [secret] });
  const headers = new Headers(signed);
  expect(await verifyWebhook({ body, headers, secret })).toEqual({ id: "evt_1" });
  await expect(verifyWebhook({ body: `${body} `, headers, secret })).rejects.toThrow("signature");
});

it("the client for servers protects a handler that is made at module scope", async () => {
  const { sent, run, handle } = loadAsWorker("public/latchkey-server.ts", VERIFIED);
  run(`
    const baseUrl = "https://partners.example";
    const it = new module.exports.LatchkeyServer({ platformKey: "${PLATFORM_KEY}", baseUrl });
    const handler = it.protect({}, (request, caller) => Response.json(caller.partner));
    const headers = { authorization: "Bearer rsk_x" };
  `);
  handle();
  const response = await run('handler(new Request("https://api.example/", { headers }))');
  expect(await response.json()).toEqual(VERIFIED.partner);
  expect(sent.map((headers) => headers.get("authorization"))).toEqual([`Bearer ${PLATFORM_KEY}`]);
});
