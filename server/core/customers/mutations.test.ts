import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { issueKey } from "../keys/mutations";
import { setPartnerStatus } from "../partners/mutations";
import { getPartner } from "../partners/queries";
import { createCustomer } from "./mutations";
import { countCustomers, getCustomer } from "./queries";
import { CustomerCreate } from "./schema";

const platform = await platformForTests();

const failure = (code: string) => expect.objectContaining({ code });
const fields = (email: string, more: object = {}) => CustomerCreate.parse({ email, ...more });

it("stores the email as sent and matches it case-insensitively", async () => {
  const { id: partnerId } = await platform.newPartner();
  const name = "Þórdís 李 👩‍🚀";
  const made = await createCustomer(platform.system, {
    partnerId,
    ...fields("Ada@Example.com", { name }),
  });
  expect(made).toMatchObject({ email: "Ada@Example.com", name, status: "active", metadata: {} });
  expect(await getCustomer(platform.system, { customerId: made.id })).toEqual(made);
  await expect(
    createCustomer(platform.system, { partnerId, ...fields("aDA@example.COM") }),
  ).rejects.toMatchObject({ code: "conflict", details: { field: "email", id: made.id } });
});

it("creates one of many concurrent duplicates and returns its ID to the others", async () => {
  const { id: partnerId } = await platform.newPartner();
  const tries = Array.from({ length: 20 }, (_, i) =>
    createCustomer(platform.system, {
      partnerId,
      ...fields(i % 2 ? "One@example.com" : "one@example.com"),
    }),
  );
  const results = await Promise.allSettled(tries);
  const made = results.filter((result) => result.status === "fulfilled");
  expect(made).toHaveLength(1);
  const id = made[0]?.value.id;
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason.details).toEqual({ field: "email", id });
  }
});

it("an external ID is unique within one partner, not across partners", async () => {
  const [one, two] = [await platform.newPartner(), await platform.newPartner()];
  const make = (partnerId: string, email: string) =>
    createCustomer(platform.system, { partnerId, ...fields(email, { externalId: "crm-1" }) });
  const tries = ["a@x.io", "b@x.io", "c@x.io"].map((email) => make(one.id, email));
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(make(one.id, "d@x.io")).rejects.toMatchObject({
    details: { field: "externalId", id: expect.stringMatching(/^acc_/) },
  });
  await make(two.id, "a@x.io");
});

it("keeps user_count exact under concurrent creation", async () => {
  const { id: partnerId } = await platform.newPartner();
  const tries = Array.from({ length: 30 }, (_, i) =>
    createCustomer(platform.system, { partnerId, ...fields(`n${i % 20}@example.com`) }),
  );
  const made = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
  expect(made).toHaveLength(20);
  const { partner } = await getPartner(platform.system, { partnerId });
  expect(partner.userCount).toBe(20);
  const counts = await countCustomers(platform.system, { partnerId });
  expect(counts).toEqual({ total: 20, active: 20, suspended: 0, closed: 0, anonymized: 0 });
});

it("allows a key exactly what its scopes grant", async () => {
  const partner = await platform.newPartner();
  const as = (scopes: ("accounts:read" | "accounts:write")[]) =>
    platform.as({ kind: "key", keyId: "key_x", partnerId: partner.id, scopes });
  await createCustomer(as(["accounts:write"]), {
    partnerId: partner.id,
    ...fields("a@example.com"),
  });
  const narrow = createCustomer(as(["accounts:read"]), {
    partnerId: partner.id,
    ...fields("b@example.com"),
  });
  await expect(narrow).rejects.toEqual(failure("forbidden"));
  const issue = issueKey(as(["accounts:write"]), { partnerId: partner.id, label: "l", scopes: [] });
  await expect(issue).rejects.toEqual(failure("forbidden"));
});

it("rejects viewers, other partners and suspended partners", async () => {
  const partner = await platform.newPartner();
  const viewer = platform.as((await platform.newPerson(partner, "viewer")).actor);
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  const other = await platform.newPartner();
  const make = (ctx: typeof owner, partnerId: string) =>
    createCustomer(ctx, { partnerId, ...fields("a@example.com") });
  await expect(make(viewer, partner.id)).rejects.toEqual(failure("forbidden"));
  await expect(make(owner, other.id)).rejects.toEqual(failure("not_found"));
  const scopes = ["accounts:write"] as const;
  const key = platform.as({ kind: "key", keyId: "key_x", partnerId: partner.id, scopes });
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  for (const ctx of [owner, key]) {
    await expect(make(ctx, partner.id)).rejects.toEqual(failure("partner_suspended"));
  }
});

it.each([
  ["no address", {}],
  ["an email without a domain", { email: "ada" }],
  ["a blank name", { name: "  " }],
  ["NUL in a name", { name: "a\u0000b" }],
  ["a lone surrogate in a name", { name: "a\ud800" }],
  ["a lone surrogate in an external id", { externalId: "\udfff" }],
  ["a number for a name", { name: 1 }],
  ["metadata that is not an object", { metadata: ["a"] }],
  ["metadata that is not flat", { metadata: { a: { b: "c" } } }],
  ["a number in metadata", { metadata: { a: 1 } }],
  ["NUL in metadata", { metadata: { a: "\u0000" } }],
  ["a lone surrogate in metadata", { metadata: { a: "\ud800" } }],
  ["NUL in a name of metadata", { metadata: { "\u0000": "a" } }],
  ["a long name of metadata", { metadata: { ["k".repeat(41)]: "a" } }],
  ["a long value of metadata", { metadata: { a: "v".repeat(501) } }],
  [
    "51 names of metadata",
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"])) },
  ],
])("refuses %s", (_what, wrong) => {
  const email = "email" in wrong || Object.keys(wrong).length > 0 ? { email: "a@b.io" } : {};
  expect(CustomerCreate.safeParse({ ...email, ...wrong }).success).toBe(false);
});

it("accepts values at the limits of the schema", async () => {
  const { id: partnerId } = await platform.newPartner();
  const names = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(40, "k"));
  const input = fields("edge@example.com", {
    name: "é".repeat(200),
    externalId: "x".repeat(128),
    metadata: Object.fromEntries(names.map((name) => [name, "line\nnext\t😀".padEnd(500, "v")])),
  });
  const made = await createCustomer(platform.system, { partnerId, ...input });
  expect(await getCustomer(platform.system, { customerId: made.id })).toMatchObject(input);
});
