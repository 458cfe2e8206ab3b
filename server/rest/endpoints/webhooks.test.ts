import { expect, it } from "vitest";
import { dropSealedResponses } from "../../core/kernel/idempotency";
import type { Scope } from "../../core/kernel/scopes";
import { ageSealedResponses } from "../../core/kernel/testing/sealed-responses";
import { setPartnerStatus } from "../../core/partners/mutations";
import type { Partner } from "../../core/partners/schema";
import { platformForTests, steppingClock } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";

const clock = steppingClock();
const platform = await platformForTests({ clock });

async function newCaller(scopes: Scope[] = ["webhooks:write", "accounts:read"], of?: Partner) {
  const partner = of ?? (await platform.newPartner());
  const { plaintext } = await platform.newKey(partner, { scopes });
  const api = jsonClient(platform.call, plaintext);
  const send = async (method: string, path: string, body?: object, more = {}) => {
    const { headers, ...answer } = await api(method, `/webhook_endpoints${path}`, body, more);
    return { ...answer, etag: headers.get("etag") ?? "" };
  };
  return { partner, send };
}

const URL_ = "https://partner.example/hooks";
const ENDPOINT = { url: URL_, types: ["account.created"] };

it("a key may not have events sent that it may not read", async () => {
  const { partner, send } = await newCaller();
  for (const types of [["payout.paid"], ["payout.*"], ["*"]]) {
    const refused = await send("POST", "", { url: URL_, types });
    expect([refused.status, refused.body.code]).toEqual([403, "insufficient_scope"]);
  }
  const { body } = await send("POST", "", ENDPOINT);
  const widened = await send("PATCH", `/${body.id}`, { types: ["payout.paid"] });
  expect(widened.body.details).toEqual({ required: "payouts:read" });
  // Nor those of an endpoint that a broader key has created.
  const narrow = await newCaller(["webhooks:write"], partner);
  const moved = await narrow.send("PATCH", `/${body.id}`, { url: "https://other.example/" });
  const rotated = await narrow.send("POST", `/${body.id}/rotate`);
  expect([moved.status, rotated.status]).toEqual([403, 403]);
});

it.each(["key.*", "partner.suspended", "limit_request.*", "webhook_endpoint.*"])(
  "%s is sent only to whom the feed would return it",
  async (type) => {
    const { partner, send } = await newCaller(["webhooks:write"]);
    const refused = await send("POST", "", { url: URL_, types: [type] });
    expect([refused.status, refused.body.details]).toEqual([403, { required: "events:read" }]);
    const reader = await newCaller(["webhooks:write", "events:read"], partner);
    expect((await reader.send("POST", "", { url: URL_, types: [type] })).status).toBe(201);
  },
);

it("a key changes an endpoint in every way or in none, and the endpoint keeps its events", async () => {
  const broad = await newCaller(["webhooks:write", "accounts:read"]);
  const narrow = await newCaller(["webhooks:write"], broad.partner);
  const { body } = await broad.send("POST", "", ENDPOINT);
  const changes: [string, string, object?][] = [
    ["PATCH", `/${body.id}`, { status: "disabled" }],
    ["PATCH", `/${body.id}`, { status: "enabled" }],
    ["PATCH", `/${body.id}`, { per_second: 5 }],
    ["POST", `/${body.id}/test`, { type: "ping" }],
    ["POST", `/${body.id}/rotate`],
    ["DELETE", `/${body.id}`],
  ];
  for (const [method, path, fields] of changes) {
    expect((await narrow.send(method, path, fields)).body.code).toBe("insufficient_scope");
  }
  expect((await narrow.send("GET", `/${body.id}`)).body).toMatchObject({ status: "enabled" });
  for (const [method, path, fields] of changes) {
    expect((await broad.send(method, path, fields)).status).toBe(200);
  }
});

it("lists no endpoint of another partner", async () => {
  await (await newCaller()).send("POST", "", ENDPOINT);
  const { send } = await newCaller();
  expect((await send("GET", "")).body.data).toEqual([]);
});

/** Every row of the partner that might have a secret, as text. */
async function storedText(partnerId: string, endpointId: string): Promise<string> {
  const { db } = platform.system;
  const rows = [
    await db.idempotencyRecord.findMany({ where: { partnerId } }),
    (await db.sealedResponse.findMany()).map(({ sealed }) =>
      Buffer.from(sealed).toString("latin1"),
    ),
    await db.auditEvent.findMany({ where: { partnerId } }),
    await db.webhookEndpoint.findMany({ where: { partnerId } }),
    await db.webhookDelivery.findMany({ where: { endpointId } }),
  ];
  return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

const age = (minutes: number) => ageSealedResponses(platform.system, minutes);

it.each(["create", "rotate"])("%s: a replay has the same secret, for ten minutes", async (what) => {
  const { partner, send } = await newCaller();
  const created = await send("POST", "", ENDPOINT);
  const once = { "idempotency-key": "once" };
  const path = what === "create" ? "" : `/${created.body.id}/rotate`;
  const body = what === "create" ? ENDPOINT : undefined;
  const first = await send("POST", path, body, once);
  expect(first.body.secret).toMatch(/^whsec_/);
  expect(first.body.secret).not.toBe(created.body.secret);
  await age(9);
  expect(await dropSealedResponses(platform.wiring.core)).toBe(0);
  const again = await send("POST", path, body, once);
  expect(again).toEqual(first);
  const bare = first.body.secret.slice("whsec_".length);
  expect(await storedText(partner.id, first.body.id)).not.toContain(bare);
  await age(1);
  const late = await send("POST", path, body, once);
  expect(late).toMatchObject({ status: first.status, body: { ...first.body, secret: null } });
  expect(await dropSealedResponses(platform.wiring.core)).toBe(1);
  expect(await platform.system.db.sealedResponse.count()).toBe(0);
});

it("a secret that was kept while the database's clock ran ahead is deleted once it is set back", async () => {
  const { send } = await newCaller();
  await send("POST", "", ENDPOINT, { "idempotency-key": "ahead" });
  expect(await platform.system.db.sealedResponse.count()).toBe(1);
  await age(-24 * 60);
  expect(await dropSealedResponses(platform.wiring.core)).toBe(1);
});

it.each([-1, 1])(
  "a process whose clock is %i day off replays a secret as the others",
  async (days) => {
    const { send } = await newCaller();
    const once = { "idempotency-key": "off" };
    const first = await send("POST", "", ENDPOINT, once);
    clock.advance(days * 24 * 3_600_000);
    expect(await dropSealedResponses(platform.wiring.core)).toBe(0);
    expect(await send("POST", "", ENDPOINT, once)).toEqual(first);
    await age(10);
    expect((await send("POST", "", ENDPOINT, once)).body.secret).toBe(null);
    clock.advance(-days * 24 * 3_600_000);
    expect(await dropSealedResponses(platform.wiring.core)).toBe(1);
  },
);

it("a replay to another key has no secret, whatever that key may do", async () => {
  const { partner, send } = await newCaller();
  const other = await newCaller(undefined, partner);
  const once = { "idempotency-key": "create-1" };
  const first = await send("POST", "", ENDPOINT, once);
  const replayed = await other.send("POST", "", ENDPOINT, once);
  expect(replayed).toMatchObject({ status: 201, body: { ...first.body, secret: null } });
  expect((await send("POST", "", ENDPOINT, once)).body).toEqual(first.body);
});

it.each([
  ["url", { url: "http://example.com/" }],
  ["url", { url: "https://169.254.169.254/" }],
  ["url", { url: "not a url" }],
  ["url", { url: `https://example.com/${"x".repeat(2_048)}` }],
  ["types", { types: [] }],
  ["types.0", { types: ["account.create"] }],
  ["payload", { payload: "fat" }],
  ["per_second", { per_second: 0 }],
  ["per_second", { per_second: 1_001 }],
  ["description", { description: "x".repeat(201) }],
])("names %s for %o", async (path, fields) => {
  const { send } = await newCaller();
  const { status, body } = await send("POST", "", { ...ENDPOINT, ...fields });
  expect([status, body.code]).toEqual([422, "validation_failed"]);
  expect(body.details.issues[0].path).toBe(path);
});

it("changes and deletes an endpoint only as the caller has read it, if it sends If-Match", async () => {
  const { send } = await newCaller();
  const { body } = await send("POST", "", ENDPOINT);
  const read = await send("GET", `/${body.id}`);
  const known = { "if-none-match": read.etag };
  expect((await send("GET", `/${body.id}`, undefined, known)).status).toBe(304);
  expect((await send("GET", "")).etag).toMatch(/^"/);
  const slower = { per_second: 5 };
  const updated = await send("PATCH", `/${body.id}`, slower, { "if-match": read.etag });
  expect([updated.status, updated.etag]).toEqual([200, (await send("GET", `/${body.id}`)).etag]);
  const old = { "if-match": read.etag };
  for (const refused of [
    await send("PATCH", `/${body.id}`, { per_second: 6 }, old),
    await send("PATCH", `/${body.id}`, { status: "disabled" }, old),
    await send("DELETE", `/${body.id}`, undefined, old),
  ])
    expect([refused.status, refused.body.code]).toEqual([412, "precondition_failed"]);
  expect((await send("GET", `/${body.id}`)).body).toMatchObject({ per_second: 5 });
  const now = { "if-match": updated.etag };
  const deleted = await send("DELETE", `/${body.id}`, undefined, now);
  expect(deleted).toMatchObject({ status: 200, body: { ...updated.body, deleted: true } });
  expect((await send("DELETE", `/${body.id}`)).status).toBe(404);
});

it("a partner has twenty endpoints at most, and may delete one while suspended by an owner only", async () => {
  const { partner, send } = await newCaller();
  const made = [];
  for (let n = 0; n < 20; n++) made.push((await send("POST", "", ENDPOINT)).status);
  expect(new Set(made)).toEqual(new Set([201]));
  const refused = await send("POST", "", ENDPOINT);
  expect([refused.status, refused.body.details]).toEqual([409, { limit: 20 }]);
  const suspended = { partnerId: partner.id, status: "suspended", reason: "unpaid" } as const;
  await setPartnerStatus(platform.system, suspended);
  expect((await send("GET", "")).status).toBe(200);
  expect((await send("POST", "", ENDPOINT)).body.code).toBe("partner_suspended");
});
