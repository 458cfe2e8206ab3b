import { expect, it } from "vitest";
import { nextPeriod, periodOf } from "../../core/values/period";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();
const api = await clientOf(platform, ["partners:read", "partners:write"]);

const firstKey = { label: "Till", scopes: ["accounts:read"] };

it("creates a partner with its owner's invitation and a first key, all or nothing", async () => {
  const wanted = { code: "acme", name: "Acme", owner_email: "ann@acme.example" };
  const bad = { label: "Till", scopes: ["orders:read"] };
  expect((await api("POST", "/partners", { ...wanted, first_key: bad })).status).toBe(422);
  expect((await api("GET", "/partners/acme")).status).toBe(404);
  const { status, headers, body } = await api("POST", "/partners", {
    ...wanted,
    first_key: firstKey,
  });
  expect([status, headers.get("location")]).toEqual([201, "/api/v1/platform/partners/acme"]);
  expect(body).toMatchObject({
    code: "acme",
    active_keys: 1,
    invitation: { email: "ann@acme.example", is_mailed: false },
    key: { label: "Till", partner: "acme" },
  });
  expect((await platform.call("/me", { key: body.plaintext })).status).toBe(200);
  // Whoever has the link can sign in as the owner.
  const links = await platform.system.db.oneTimeLink.findMany();
  expect(links).toHaveLength(1);
  expect(Object.keys(body.invitation)).toEqual(["email", "is_mailed", "expires_at"]);
  const taken = await api("POST", "/partners", wanted);
  expect([taken.status, taken.body.details]).toEqual([409, { field: "code" }]);
  const again = await api("POST", "/partners", { ...wanted, code: "acme-2" });
  expect([again.status, again.body.details]).toEqual([409, { field: "email" }]);
});

it("the first key takes all that POST /keys takes, and refusals name its fields as they are sent", async () => {
  const expires_at = "2099-01-01T00:00:00.000Z";
  const own = { ...firstKey, expires_at, allowed_networks: ["203.0.113.0/24"], per_minute: 42 };
  const create = (code: string, key: object) =>
    api("POST", "/partners", { code, name: "Limited", first_key: { ...own, ...key } });
  const made = await create("limited", {});
  expect(made.body.key).toMatchObject({ ...own, has_own_limit: true });
  for (const [field, value] of [
    ["expires_at", "2020-01-01T00:00:00Z"],
    ["allowed_networks", ["here"]],
    ["per_minute", 0],
    ["allowedNetworks", []],
  ] as const) {
    const { status, body } = await create("refused", { [field]: value });
    expect([status, body.details.issues[0].path]).toEqual([422, `first_key.${field}`]);
  }
});

it("lists and changes partners; If-Match protects a change", async () => {
  const { code } = await platform.newPartner();
  const found = await api("GET", `/partners?q=${code}`);
  expect(found.body.data.map((one: { code: string }) => one.code)).toContain(code);
  const read = await api("GET", `/partners/${code}`);
  const match = { "if-match": read.headers.get("etag") ?? "" };
  const changed = await api("PATCH", `/partners/${code}`, { hold_days: 30, notes: "x" }, match);
  expect(changed.body).toEqual({ ...read.body, hold_days: 30, notes: "x" });
  const lost = await api("PATCH", `/partners/${code}`, { hold_days: 3 }, match);
  expect(lost.status).toBe(412);
  expect((await api("PATCH", `/partners/${code}`, {})).status).toBe(422);
  expect((await api("PATCH", `/partners/${code}`, { status: "active" })).status).toBe(422);
});

it("a suspended partner can only read, and is reactivated", async () => {
  const partner = await platform.newPartner();
  const theirs = jsonClient(platform.call, (await platform.newKey(partner)).plaintext);
  const write = () => theirs("POST", "/accounts", { email: "ada@example.com" });
  const path = `/partners/${partner.code}`;
  expect((await api("POST", `${path}/suspend`, {})).status).toBe(422);
  const suspended = await api("POST", `${path}/suspend`, { reason: "Unpaid" });
  expect(suspended.body).toMatchObject({ status: "suspended", suspended_reason: "Unpaid" });
  expect((await write()).status).toBe(403);
  const filtered = await api("GET", `/partners?status=suspended&q=${partner.code}`);
  expect(filtered.body.data).toEqual([suspended.body]);
  expect((await api("POST", `${path}/reactivate`)).body).toMatchObject({ suspended_reason: null });
  expect((await write()).status).toBe(201);
});

it("a terminated partner can only read, for good", async () => {
  const partner = await platform.newPartner();
  const theirs = jsonClient(platform.call, (await platform.newKey(partner)).plaintext);
  const path = `/partners/${partner.code}`;
  expect((await api("POST", `${path}/terminate`, {})).status).toBe(422);
  const ended = await api("POST", `${path}/terminate`, { reason: "Contract ended" });
  expect(ended.status).toBe(200);
  expect(ended.body).toMatchObject({
    status: "terminated",
    suspended_reason: "Contract ended",
    terminated_at: expect.stringMatching(/Z$/),
  });
  expect((await api("POST", `${path}/terminate`, { reason: "Again" })).body).toEqual(ended.body);
  const filtered = await api("GET", `/partners?status=terminated&q=${partner.code}`);
  expect(filtered.body.data).toEqual([ended.body]);
  const refusals = [
    await api("POST", `${path}/suspend`, { reason: "Unpaid" }),
    await api("POST", `${path}/reactivate`),
    await api("POST", `${path}/terms`, {
      from_month: nextPeriod(periodOf(new Date())),
      percent: 9,
    }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.code, body.details]).toEqual([409, "conflict", { status: "terminated" }]);
  }
  expect((await theirs("GET", "/me")).body).toMatchObject({ status: "suspended" });
  const write = await theirs("POST", "/accounts", { email: "ada@example.com" });
  expect([write.status, write.body]).toEqual([
    403,
    {
      error: "This account is terminated and is read-only.",
      code: "partner_suspended",
      details: { status: "terminated" },
    },
  ]);
});

it("sets a share from a month on that has not begun", async () => {
  const { code } = await platform.newPartner();
  const path = `/partners/${code}/terms`;
  const from_month = nextPeriod(periodOf(new Date()));
  const set = () => api("POST", path, { from_month, percent: 12.5 });
  const first = await set();
  expect(first.body).toMatchObject({ from_month, percent: 12.5, status: "upcoming" });
  expect((await set()).body.id).toBe(first.body.id);
  expect((await api("GET", path)).body).toMatchObject({
    data: [{ id: first.body.id }],
    initial_percent: 20,
  });
  const begun = periodOf(new Date());
  expect((await api("POST", path, { from_month: begun, percent: 1 })).status).toBe(422);
  const unsold = { from_month, percent: 1, product: "none" };
  expect((await api("POST", path, unsold)).body.error).toBe("Product not found.");
});
