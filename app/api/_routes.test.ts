import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { answerWithoutRoute, refuseUnreadable } from "./_routes";

/** A path of each kind that a route file handles. */
const SAMPLES: Record<string, readonly string[]> = {
  "health/route.ts": ["/api/health"],
  "ready/route.ts": ["/api/ready"],
  "metrics/route.ts": ["/api/metrics"],
  "export/[name]/route.ts": ["/api/export/customers"],
  "export/statement/route.ts": ["/api/export/statement"],
  "v1/leaks/route.ts": ["/api/v1/leaks"],
  "trpc/[trpc]/route.ts": ["/api/trpc/keys.list,keys.get"],
  "auth/[...nextauth]/route.ts": ["/api/auth/signout"],
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("route.ts") && !/^v1\/(_|reseller|platform)/.test(file),
);

const answered = (method: string, pathname: string) => answerWithoutRoute({ method, pathname });

it("lists every route file below /api", () => {
  expect(files.sort()).toEqual(Object.keys(SAMPLES).sort());
});

it.each(files)(
  "passes on the methods that %s exports and rejects the others with Allow",
  async (file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    const exported = METHODS.filter((method) =>
      new RegExp(`\\b${method === "HEAD" ? "GET" : method}\\b`).test(text),
    );
    for (const path of SAMPLES[file] ?? []) {
      for (const method of METHODS) {
        const refusal = answered(method, path);
        if (exported.includes(method)) {
          expect(refusal, `${method} ${path}`).toBeNull();
          continue;
        }
        expect(refusal?.status, `${method} ${path}`).toBe(405);
        expect(refusal?.headers.get("allow")).toBe([...exported, "OPTIONS"].join(", "));
        expect(await refusal?.json()).toMatchObject({ code: "method_not_allowed", details: {} });
      }
      const options = answered("OPTIONS", path);
      expect(options?.status).toBe(204);
      expect(options?.headers.get("allow")).toBe([...exported, "OPTIONS"].join(", "));
    }
  },
);

it.each([
  ...["/api", "/api/", "/api/nope", "/api/v1", "/api/v1/nope", "/api/healthy", "/api/auth"],
  ...["/api/auth/_log", "/api/auth/%5Flog", "/api/auth/_log/", "/api/auth/signin/credentials"],
  ...["/api/trpc", "/api/trpc/a/b", "/api/export", "/api/export/a/b"],
  ...["/API", "/API/health", "/Api/v1/reseller/me", "/%61pi/health", "/api%2Fhealth"],
])("%s is not found, with any method", async (path) => {
  for (const method of [...METHODS, "OPTIONS"]) {
    const refusal = answered(method, path);
    expect(refusal?.status, method).toBe(404);
    expect(refusal?.headers.get("cache-control")).toBe("no-store");
    expect(await refusal?.json()).toEqual({ error: "Not found.", code: "not_found", details: {} });
  }
});

it.each(["/", "/sign-in", "/nope", "/apiary", "/%zz"])("the page %s is only read", (path) => {
  for (const method of ["GET", "HEAD"]) expect(answered(method, path), method).toBeNull();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const refusal = answered(method, path);
    expect([refusal?.status, refusal?.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
  expect(answered("OPTIONS", path)?.status).toBe(204);
});

const auth = (path: string, init: RequestInit = {}) =>
  refuseUnreadable(new Request(`http://latchkey.test/api/auth/${path}`, init));

it.each([
  ["callback/credentials", { method: "POST", body: "{bad" }, 415],
  ["signout", { method: "POST", headers: { "content-type": "application/json" }, body: "{" }, 415],
  ["session?callbackUrl=x%0Ay", {}, 400],
  ["csrf", { headers: { cookie: "a=b; next-auth.callback-url=javascript%3A1" } }, 400],
  ["csrf", { headers: { cookie: "__Secure-next-auth.callback-url=%zz" } }, 400],
])("rejects what next-auth can't parse: %s", async (path, init, status) => {
  const refused = auth(path, init);
  expect(refused?.status).toBe(status);
  expect(Object.keys(await refused?.json())).toEqual(["error", "code", "details"]);
});

it.each([
  ["callback/credentials", { method: "POST", body: new URLSearchParams({ email: "a" }) }],
  ["session", {}],
  ["session?callbackUrl=%2Fapi-keys", {}],
  ["csrf", { headers: { cookie: "next-auth.callback-url=https%3A%2F%2Fpartners.example%2Fx" } }],
])("accepts what next-auth can parse: %s", (path, init) => {
  expect(auth(path, init)).toBeNull();
});
