import { expect, it } from "vitest";
import { originCheck } from "../auth/origin";
import type { Actor } from "../core/kernel/actor";
import { refuseOutage } from "../core/kernel/outage";
import { platformForTests } from "../testing/platform";
import { handleTrpc } from "./http";

const ORIGIN = "https://partners.example.com";
const JSON_HEADERS = { origin: ORIGIN, "content-type": "application/json" };

/** The input of a procedure of the actor's own partner. */
const platform = await platformForTests();
const partner = await platform.newPartner();
const own = JSON.stringify({ partner: partner.code });
const actor = (await platform.newPerson(partner, "owner")).actor;

function send(
  path: string,
  init: RequestInit = {},
  currentActor = async (): Promise<Actor | null> => actor,
) {
  const body = init.body ?? (init.method === "GET" ? undefined : own);
  const length = { "content-length": String(Buffer.byteLength(String(body ?? ""))) };
  const headers = { ...length, ...JSON_HEADERS, ...(init.headers as Record<string, string>) };
  const request = new Request(`${ORIGIN}/api/trpc/${path}`, {
    method: "POST",
    ...init,
    headers,
    body,
  });
  const { core } = platform.wiring;
  return handleTrpc(request, {
    originFault: originCheck({ publicUrl: ORIGIN, log: core.log }),
    createContext: async () => ({
      core,
      actor: await currentActor(),
      address: null,
      continueSession: async () => undefined,
    }),
  });
}

it("accepts a JSON POST from our own origin and disables caching", async () => {
  const response = await send("keys.list");
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({ result: { data: { data: [], nextCursor: null } } });
});

it.each([
  ["GET", { method: "GET" }, 405],
  ["another origin", { headers: { origin: "https://evil.example" } }, 403],
  ["no origin", { headers: { origin: "" } }, 403],
  ["the null origin", { headers: { origin: "null" } }, 403],
  ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
  ["plain text", { headers: { "content-type": "text/plain" } }, 415],
  ["a body that is too large", { body: JSON.stringify("x".repeat(70_000)) }, 413],
  ["a body of no stated length", { headers: { "content-length": "x" } }, 413],
] as const)("rejects %s", async (_what, init, status) => {
  const response = await send("keys.list", init);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(Object.keys(await response.json())).toEqual(["error", "code", "details"]);
});

it("responds 503 with Retry-After while the caller can't be looked up", async () => {
  const { core } = platform.wiring;
  const down = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const response = await send("keys.list", {}, async () => refuseOutage(core, down));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await response.json()).error.data.failure).toEqual({ code: "unavailable", details: {} });
});

it("names both origins if the page's origin is not NEXTAUTH_URL", async () => {
  const headers = { origin: "http://10.0.0.5:3000" };
  const { error } = await (await send("keys.list", { headers })).json();
  expect(error).toBe(
    "The origin http://10.0.0.5:3000 does not match NEXTAUTH_URL (https://partners.example.com).",
  );
});

it.each([",", "%2C", "%2c"])(
  "accepts at most 10 calls in a batch separated by %s",
  async (comma) => {
    const batch = (n: number) => {
      const body = JSON.stringify(
        Object.fromEntries([...Array(n).keys()].map((at) => [at, JSON.parse(own)])),
      );
      return send(`${Array(n).fill("keys.list").join(comma)}?batch=1`, { body });
    };
    expect((await batch(10)).status).toBe(200);
    const refused = await batch(11);
    expect(refused.status).toBe(400);
    expect(await refused.text()).not.toContain("result");
  },
);

it("refuses a page that shows another user than the one who is signed in", async () => {
  const userId = actor.kind === "user" ? actor.userId : "";
  const as = (shown: string) => send("keys.list", { headers: { "latchkey-user": shown } });
  expect((await as(userId)).status).toBe(200);
  const refused = await as("usr_another");
  expect(refused.status).toBe(401);
  expect((await refused.json()).error.data.failure.code).toBe("unauthenticated");
});

it("returns the code and details of an error, and no internals", async () => {
  const missing = await (
    await send("keys.get", { body: JSON.stringify({ ...JSON.parse(own), keyId: "key_x" }) })
  ).json();
  expect(missing.error.message).toBe("API key not found.");
  expect(missing.error.data.failure).toEqual({ code: "not_found", details: {} });
  const unknown = await (await send("keys.nonsense")).json();
  expect(unknown.error.data.failure.code).toBe("not_found");
  const ghost = { ...actor, userId: "a secret\u0000" } as Actor;
  const fault = await (await send("session.whoAmI", { body: "{}" }, async () => ghost)).text();
  expect(JSON.parse(fault).error.data.failure.code).toBe("internal_error");
  expect(fault).not.toMatch(/secret|prisma|stack/i);
});
