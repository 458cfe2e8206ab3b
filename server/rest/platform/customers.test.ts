import { expect, it } from "vitest";
import { newId } from "../../core/kernel/ids";
import type { Partner } from "../../core/partners/schema";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";
import { clientOf } from "../testing/platform-client";

const platform = await platformForTests();
const api = await clientOf(platform, ["accounts:read", "accounts:write"]);
const [acme, other] = [await platform.newPartner(), await platform.newPartner()];

let made = 0;
async function newAccount(partner: Partner, more = {}) {
  const email = `customer-${++made}@example.com`;
  const { body } = await api("POST", "/accounts", { partner: partner.code, email, ...more });
  return body;
}

it("lists the customers of all partners or of one, page by page", async () => {
  const [one, two] = [await newAccount(acme), await newAccount(other)];
  const read = await platform.call("/accounts", {
    key: (await platform.newKey(acme)).plaintext,
  });
  const { partner, ...asTheirs } = one;
  expect((await read.json()).data).toEqual([asTheirs]);
  expect(partner).toBe(acme.code);
  const first = await api("GET", "/accounts?limit=1");
  expect(first.body.data).toEqual([two]);
  expect(first.headers.get("link")).toContain(first.body.next_cursor);
  const second = await api("GET", `/accounts?limit=1&cursor=${first.body.next_cursor}`);
  expect(second.body.data).toEqual([one]);
  expect((await api("GET", `/accounts?partner=${other.code}`)).body.data).toEqual([two]);
  const elsewhere = `/accounts?limit=1&partner=${acme.code}&cursor=${first.body.next_cursor}`;
  expect((await api("GET", elsewhere)).status).toBe(400);
  expect((await api("GET", `/accounts?email=${one.email}`)).body.data).toEqual([one]);
  expect((await api("GET", "/accounts?partner=nobody")).status).toBe(404);
});

it.each(["q=ada", "external_id=crm-1"])("?%s needs a partner", async (query) => {
  const { status, body } = await api("GET", `/accounts?${query}`);
  const [name] = query.split("=");
  expect([status, body.error]).toEqual([422, `${name}: Can only be used together with partner.`]);
  expect((await api("GET", `/accounts?${query}&partner=${acme.code}`)).status).toBe(200);
});

it("changes a customer; If-Match protects it; the change is in its partner's audit log", async () => {
  const account = await newAccount(acme, { metadata: { plan: "yearly" } });
  const path = `/accounts/${account.id}`;
  const match = { "if-match": (await api("GET", path)).headers.get("etag") ?? "" };
  const { body } = await api("PATCH", path, { name: "Ada", metadata: { plan: null } }, match);
  expect(body).toMatchObject({ partner: acme.code, name: "Ada", metadata: {} });
  expect((await api("PATCH", path, { name: "Eve" }, match)).status).toBe(412);
  const taken = await newAccount(acme);
  const refused = await api("PATCH", path, { email: taken.email });
  expect(refused.body.details).toEqual({ field: "email", id: taken.id });
  // Unique per partner only.
  expect((await api("PATCH", path, { email: (await newAccount(other)).email })).status).toBe(200);
  const audit = await platform.system.db.auditEvent.findMany({ where: { subject: account.id } });
  expect(audit.map(({ partnerId, actorKind }) => [partnerId, actorKind])).toEqual(
    Array(3).fill([acme.id, "operator"]),
  );
});

it("suspends, resumes, closes, reopens and anonymizes, each once", async () => {
  const account = await newAccount(acme);
  const move = (name: string) => api("POST", `/accounts/${account.id}/${name}`);
  for (const [name, status] of [
    ["suspend", "suspended"],
    ["resume", "active"],
    ["close", "closed"],
    ["reopen", "active"],
  ] as const) {
    const first = await move(name);
    expect(first.body).toMatchObject({ status, partner: acme.code });
    expect((await move(name)).body).toEqual(first.body);
  }
  expect((await move("anonymize")).body).toMatchObject({ status: "anonymized", name: null });
  expect((await move("reopen")).body.details).toEqual({ status: "anonymized" });
});

it("transfers a customer once, and only from where it is expected", async () => {
  const third = await platform.newPartner();
  const account = await newAccount(acme, { external_id: "crm-9" });
  const path = `/accounts/${account.id}/transfer`;
  const read = await api("GET", `/accounts/${account.id}`);
  const match = { "if-match": read.headers.get("etag") ?? "" };
  const first = await api("POST", path, { partner: other.code }, match);
  const updated_at = first.body.updated_at;
  expect(first.body).toEqual({ ...account, partner: other.code, updated_at });
  expect((await api("POST", path, { partner: third.code }, match)).status).toBe(412);
  const { body } = await api("POST", path, { partner: other.code });
  expect(body).toEqual(first.body);
  // The key of the old partner does not find it any more, in any way.
  const theirs = jsonClient(platform.call, (await platform.newKey(acme)).plaintext);
  const calls = [
    ["GET", ""],
    ["PATCH", ""],
    ["POST", "/suspend"],
    ["POST", "/anonymize"],
  ] as const;
  for (const [method, what] of calls) {
    const changes = method === "PATCH" ? { name: "x" } : undefined;
    const answer = await theirs(method, `/accounts/${account.id}${what}`, changes, match);
    expect([method, what, answer.status]).toEqual([method, what, 404]);
  }
  const taken = await newAccount(acme, { external_id: "crm-9" });
  const back = await api("POST", path, { partner: acme.code });
  expect(back.body.details).toEqual({ field: "external_id", id: taken.id });
});

it("anonymizing also erases the responses that are kept for the platform's systems", async () => {
  const email = "erase.me@example.com";
  const send = () =>
    api("POST", "/accounts", { partner: acme.code, email }, { "idempotency-key": "erased" });
  const { id } = (await send()).body;
  await api("POST", `/accounts/${id}/anonymize`);
  const { rows } = { rows: await platform.system.db.idempotencyRecord.findMany() };
  expect(JSON.stringify(rows)).not.toContain(email);
  expect((await send()).body).toMatchObject({ id, partner: acme.code, name: null });
});

it.each([
  ["GET", `/accounts/${newId("customer")}`, undefined, 404],
  ["GET", "/accounts/%00", undefined, 404],
  ["PATCH", `/accounts/${newId("customer")}`, { name: "x" }, 404],
  ["POST", `/accounts/${newId("customer")}/anonymize`, undefined, 404],
  ["POST", `/accounts/${newId("customer")}/transfer`, { partner: "nobody" }, 404],
  ["POST", "/accounts", { email: "ada@example.com" }, 422],
  ["POST", "/accounts", { partner: "nobody", email: "ada@example.com" }, 404],
] as const)("%s %s with %j is refused with %i", async (method, path, body, status) => {
  expect((await api(method, path, body)).status).toBe(status);
});
