import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";

const { code } = transformSync(readFileSync("public/latchkey.ts", "utf8"), {
  loader: "ts",
  format: "cjs",
});

/**
 * Loads the client in a global scope like that of a Cloudflare Worker: random values, timers and
 * requests are refused while modules load, and work while a request is handled.
 */
function loadAsWorker() {
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
    URLSearchParams,
    AbortSignal: { timeout: onlyHandling((ms: number) => AbortSignal.timeout(ms)) },
    crypto: { randomUUID: onlyHandling(() => crypto.randomUUID()) },
    setTimeout: onlyHandling(setTimeout),
    clearTimeout,
    fetch: onlyHandling(async (_url: string, { headers }: { headers: Headers }) => {
      sent.push(headers);
      return Response.json({ id: "prt_1" });
    }),
  });
  runInContext(code, context);
  const run = (text: string) => runInContext(text, context);
  return { sent, run, handle: () => (isHandling = true) };
}

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
