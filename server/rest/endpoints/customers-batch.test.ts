import { expect, it } from "vitest";
import { anonymizeCustomer } from "../../core/customers/anonymize";
import { setKeyLimit } from "../../core/keys/mutations";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";

const platform = await platformForTests();

type Result = { status: string; id: string | null; account: object | null; details: unknown };

async function newClient() {
  const { partner, key, plaintext } = await platform.newPartnerWithKey();
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 100_000 });
  const api = jsonClient(platform.call, plaintext);
  const batch = (accounts: unknown, headers = {}) =>
    api("POST", "/accounts/batch", { accounts }, headers);
  const count = () => platform.system.db.customer.count({ where: { partnerId: partner.id } });
  return { partner, batch, count };
}

const statuses = (body: { data: Result[] }) => body.data.map(({ status }) => status);

it("creates what is valid and new, and answers for each item in order", async () => {
  const { batch, count, partner } = await newClient();
  const [first] = (await batch([{ email: "ada@example.com", external_id: "1" }])).body.data;
  const { status, body } = await batch([
    { email: "bob@example.com", name: "Bob", external_id: "2", metadata: { camelCase: "kept" } },
    { email: "ADA@example.com" },
    { email: "no address", external_id: 7 },
    { email: "other@example.com", external_id: "1" },
    { name: "Without" },
  ]);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      status: "created",
      id: expect.stringMatching(/^acc_/),
      account: expect.objectContaining({
        email: "bob@example.com",
        external_id: "2",
        metadata: { camelCase: "kept" },
      }),
      error: null,
      code: null,
      details: null,
    },
    {
      status: "exists",
      id: first.id,
      account: null,
      code: "conflict",
      error: "Another customer has this email.",
      details: { field: "email", id: first.id },
    },
    {
      status: "invalid",
      id: null,
      account: null,
      code: "validation_failed",
      error: expect.stringContaining("external_id: Must be a string."),
      details: {
        issues: [expect.objectContaining({ path: "email" }), expect.objectContaining({})],
      },
    },
    {
      status: "exists",
      id: first.id,
      account: null,
      code: "conflict",
      error: "Another customer has this external_id.",
      details: { field: "external_id", id: first.id },
    },
    {
      status: "invalid",
      id: null,
      account: null,
      code: "validation_failed",
      error: "email: Required.",
      details: { issues: [{ path: "email", message: "Required." }] },
    },
  ]);
  expect(await count()).toBe(2);
  const created = { partnerId: partner.id, type: "account.created" };
  expect(await platform.system.db.event.count({ where: created })).toBe(2);
});

it("a repeat creates none, also with another name or case, nor does one within the batch", async () => {
  const { batch, count } = await newClient();
  const items = Array.from({ length: 100 }, (_, n) => ({
    email: `c${n}@example.com`,
    external_id: String(n),
  }));
  const created = await batch(items);
  expect(new Set(statuses(created.body))).toEqual(new Set(["created"]));
  const repeated = await batch(items.map((item) => ({ ...item, name: "Another" })));
  expect(new Set(statuses(repeated.body))).toEqual(new Set(["exists"]));
  const ids = (body: { data: Result[] }) => body.data.map(({ id }) => id);
  expect(ids(repeated.body)).toEqual(ids(created.body));
  const twice = await batch([{ email: "new@example.com" }, { email: "NEW@example.com" }]);
  expect(statuses(twice.body)).toEqual(["created", "exists"]);
  expect(await count()).toBe(101);
});

it("the external ID comes first when two accounts have one of the two each", async () => {
  const { batch } = await newClient();
  const { body } = await batch([
    { email: "a@example.com", external_id: "a" },
    { email: "b@example.com", external_id: "b" },
    { email: "b@example.com", external_id: "a" },
  ]);
  expect(body.data[2].details).toEqual({ field: "external_id", id: body.data[0].id });
});

it.each<[string, unknown, string]>([
  ["a name of the code", { email: "a@example.com", externalId: "1" }, "externalId"],
  ["an unknown name", { email: "a@example.com", emial: "1" }, "emial"],
  ["a key of metadata", { email: "a@example.com", metadata: { myKey: 1 } }, "metadata.myKey"],
  ["text", "a@example.com", ""],
  ["null", null, ""],
  ["an array", [{ email: "a@example.com" }], ""],
])("an item with %s is invalid, and the next is created", async (_, item, path) => {
  const { batch } = await newClient();
  const { body } = await batch([item, { email: "next@example.com" }]);
  expect(statuses(body)).toEqual(["invalid", "created"]);
  expect(body.data[0].details.issues[0].path).toBe(path);
});

it.each<[string, unknown, number]>([
  ["none", [], 422],
  ["101", Array.from({ length: 101 }, (_, n) => ({ email: `c${n}@example.com` })), 422],
  ["one that is no list", { email: "a@example.com" }, 422],
  ["no field", undefined, 422],
  ["more than 64 KiB", [{ email: "a@example.com", name: "x".repeat(65_536) }], 413],
])("refuses a batch of %s items whole", async (_, accounts, status) => {
  const { batch, count } = await newClient();
  expect((await batch(accounts)).status).toBe(status);
  expect(await count()).toBe(0);
});

it("twenty of the same batch at once create each account once", async () => {
  const { batch, count } = await newClient();
  const items = Array.from({ length: 10 }, (_, n) => ({ email: `c${n}@example.com` }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => batch(n % 2 ? items : [...items].reverse())),
  );
  const all = answers.flatMap(({ body }) => statuses(body));
  expect(all.filter((status) => status === "created")).toHaveLength(10);
  expect(all.filter((status) => status === "exists")).toHaveLength(190);
  expect(await count()).toBe(10);
});

it("an Idempotency-Key replays the first response, and an erasure reaches what is kept", async () => {
  const { batch } = await newClient();
  const once = { "idempotency-key": "batch-1" };
  const items = [{ email: "ada@example.com", name: "Ada Lovelace" }, { email: "?" }];
  const first = await batch(items, once);
  const again = await batch(items, once);
  expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
  await anonymizeCustomer(platform.system, { customerId: first.body.data[0].id });
  const replayed = await batch(items, once);
  expect(replayed.status).toBe(200);
  expect(JSON.stringify(replayed.body)).not.toMatch(/ada@|lovelace/i);
});
