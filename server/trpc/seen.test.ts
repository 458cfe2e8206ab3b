import { expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { concurrently } from "../testing/concurrently";
import { platformForTests } from "../testing/platform";
import { appRouter } from "./root";
import { newAlert, newEndpoint, newMember, newPayout, newProduct, newScope } from "./testing/scene";
import { ISSUER } from "./testing/transfer-rows";

const platform = await platformForTests();
const partner = await platform.newPartner();
const owner = (await platform.newPerson(partner, "owner")).actor;
const operator = (await platform.newOperator()).actor;

type Fields = Record<string, unknown>;
type Edit = {
  as: "owner" | "operator";
  /** The input that names the thing. */
  of: () => Promise<Fields>;
  /** How the form saw it, and two people's changes. */
  seen: Fields;
  mine: Fields;
  theirs: Fields;
};

const own = () => ({ partner: partner.code });
const key = async () => ({ ...own(), keyId: (await platform.newKey(partner)).key.id });
const platformKey = async () => ({ keyId: (await platform.newPlatformKey()).key.id });

/** Those of one field. */
const edits = (field: string, { seen, mine, theirs }: Fields) => ({
  seen: { [field]: seen },
  mine: { [field]: mine },
  theirs: { [field]: theirs },
});

const TERMS = { name: "Made", floor: 500, defaultRetail: 900 };
const NOBODY = Object.fromEntries(Object.keys(ISSUER).map((field) => [field, null]));

const EDITS: Record<string, Edit> = {
  "keys.rename": {
    as: "owner",
    of: key,
    ...edits("label", { seen: "test", mine: "mine", theirs: "theirs" }),
  },
  "keys.setExpiry": {
    as: "owner",
    of: key,
    ...edits("expiresAt", {
      seen: null,
      mine: "2090-01-01T00:00:00.000Z",
      theirs: "2091-01-01T00:00:00.000Z",
    }),
  },
  "keys.setScopes": {
    as: "owner",
    of: async () => {
      const { id } = (await platform.newKey(partner, { scopes: [] })).key;
      return { ...own(), keyId: id, mayWiden: true };
    },
    ...edits("scopes", { seen: [], mine: ["payouts:read"], theirs: ["accounts:read"] }),
  },
  "keys.setNetworks": {
    as: "owner",
    of: async () => ({ ...(await key()), mayWiden: true }),
    ...edits("allowedNetworks", { seen: [], mine: ["192.0.2.0/24"], theirs: ["198.51.100.0/24"] }),
  },
  "keys.setLimit": {
    as: "operator",
    of: key,
    ...edits("perMinute", { seen: null, mine: 600, theirs: 900 }),
  },
  "platformKeys.setLimit": {
    as: "operator",
    of: platformKey,
    ...edits("perMinute", { seen: null, mine: 600, theirs: 900 }),
  },
  "platformKeys.setNetworks": {
    as: "operator",
    of: platformKey,
    ...edits("allowedNetworks", { seen: [], mine: ["192.0.2.0/24"], theirs: ["198.51.100.0/24"] }),
  },
  "leaks.setPolicy": {
    as: "operator",
    of: async () => {
      await platform.wiring.core.transact((tx) => tx.leakPolicy.deleteMany());
      return {};
    },
    ...edits("policy", { seen: "revoke", mine: "revoke", theirs: "notify" }),
  },
  "scopes.describe": {
    as: "operator",
    of: async () => ({ name: await newScope(platform) }),
    ...edits("description", { seen: "Make orders", mine: "Mine", theirs: "Theirs" }),
  },
  "products.update": {
    as: "operator",
    of: async () => ({ code: await newProduct(platform), currency: "EUR" }),
    seen: TERMS,
    mine: { ...TERMS, floor: 600 },
    theirs: { ...TERMS, name: "Theirs" },
  },
  "issuer.change": {
    as: "operator",
    of: async () => {
      await platform.wiring.core.transact((tx) => tx.issuer.deleteMany());
      return {};
    },
    seen: NOBODY,
    mine: { ...ISSUER, name: "Mine" },
    theirs: { ...ISSUER, name: "Theirs" },
  },
  "partners.update": {
    as: "operator",
    of: async () => ({ partnerId: (await platform.newPartner()).id }),
    seen: { notes: "", holdDays: 0 },
    mine: { notes: "", holdDays: 7 },
    theirs: { notes: "Theirs", holdDays: 0 },
  },
  "customers.update": {
    as: "owner",
    of: async () => {
      const input = { partnerId: partner.id, email: `c${Math.random()}@example.com`, metadata: {} };
      return { ...own(), customerId: (await createCustomer(platform.system, input)).id };
    },
    ...edits("name", { seen: null, mine: "Mine", theirs: "Theirs" }),
  },
  "team.setRole": {
    as: "owner",
    of: async () => ({ ...own(), userId: await newMember(platform, partner) }),
    ...edits("role", { seen: "viewer", mine: "developer", theirs: "owner" }),
  },
  "alerts.update": {
    as: "owner",
    of: async () => ({ ...own(), alertId: await newAlert(platform, partner) }),
    ...edits("threshold", { seen: 24, mine: 12, theirs: 6 }),
  },
  "webhooks.update": {
    as: "owner",
    of: async () => ({ ...own(), endpointId: (await newEndpoint(platform, partner)).endpoint }),
    ...edits("description", { seen: null, mine: "Mine", theirs: "Theirs" }),
  },
  "profile.setBranding": {
    as: "owner",
    of: async () => {
      const where = { id: partner.id };
      await platform.wiring.core.transact((tx) =>
        tx.partner.update({ where, data: { branding: {} } }),
      );
      return own();
    },
    seen: { logoUrl: null, colour: null, supportEmail: null },
    mine: { logoUrl: null, colour: "#1f6feb", supportEmail: null },
    theirs: { logoUrl: null, colour: null, supportEmail: "help@example.com" },
  },
  "notifications.setMail": {
    as: "owner",
    of: async () => {
      await platform.wiring.core.transact((tx) => tx.notificationPreference.deleteMany());
      return { group: "payouts" };
    },
    ...edits("mail", { seen: "now", mine: "off", theirs: "digest" }),
  },
  "payouts.mark": {
    as: "operator",
    of: async () => ({ payoutId: await newPayout(platform, partner) }),
    seen: { status: "pending", reference: null },
    mine: { status: "failed", reference: "Mine" },
    theirs: { status: "paid", reference: "Theirs" },
  },
};

function callOf(procedure: string): (input: unknown) => Promise<unknown> {
  const [router = "", name = ""] = procedure.split(".");
  const actor = EDITS[procedure]?.as === "owner" ? owner : operator;
  const routers = platform.caller(actor) as unknown as Record<string, Record<string, unknown>>;
  return routers[router]?.[name] as (input: unknown) => Promise<unknown>;
}

/** Those that see more than fields: see seen-others.test.ts. */
const OTHERS = ["payoutDetails.change", "transfers.mark"];

const CHANGED = "Someone changed this after you opened it.";

it("the table lists every procedure that takes what was seen", async () => {
  const takers = await Promise.all(
    Object.keys(appRouter._def.procedures).map(async (name) => {
      const error = await callOf(name)({ "no such field": 1, ...own() }).catch((thrown) => thrown);
      return String(error).includes('"seen"') ? [name] : [];
    }),
  );
  expect(takers.flat().sort()).toEqual([...Object.keys(EDITS), ...OTHERS].sort());
});

it.each(Object.entries(EDITS))(
  "%s changes what was seen, also again, and nothing else",
  async (name, edit) => {
    const { seen, mine, theirs } = edit;
    const call = callOf(name);
    const of = await edit.of();
    await call({ ...of, ...theirs, seen });
    await call({ ...of, ...theirs, seen });
    const error = await call({ ...of, ...mine, seen }).then(
      () => null,
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: "PRECONDITION_FAILED", message: CHANGED });
    const current = Object.fromEntries(Object.keys(seen).map((field) => [field, theirs[field]]));
    expect(error.cause.details).toEqual({ current });
    await call({ ...of, ...mine, seen: theirs });
  },
);

it("a repeat is no conflict with itself, however its values were spelled", async () => {
  const networks = { allowedNetworks: ["192.0.2.1", "198.51.100.7/24"], mayWiden: true };
  const narrowed = { ...(await key()), ...networks, seen: { allowedNetworks: [] } };
  const renamed = { ...(await key()), label: " mine ", seen: { label: "test" } };
  const customer = {
    partnerId: partner.id,
    email: "patch@example.com",
    metadata: { a: "1", b: "2" },
  };
  const { id: customerId } = await createCustomer(platform.system, customer);
  const patch = { metadata: { b: null, c: "3" }, seen: { metadata: customer.metadata } };
  for (const _try of [1, 2]) {
    await callOf("customers.update")({ ...own(), customerId, ...patch });
    await callOf("keys.setNetworks")(narrowed);
    await callOf("keys.rename")(renamed);
  }
});

it("of many who change the same at once, one wins and the others are told", async () => {
  const of = await key();
  const labels = Array.from({ length: 5 }, (_, n) => `name ${n}`);
  const results = await concurrently(labels, (label) =>
    callOf("keys.rename")({ ...of, label, seen: { label: "test" } }),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("what was seen names fields of the form only", async () => {
  const call = callOf("keys.rename")({ ...(await key()), label: "x", seen: { hash: 1 } });
  await expect(call).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

it("what is nested deeper than any field is refused", async () => {
  const nested = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
  const call = callOf("keys.rename")({ ...(await key()), label: "x", seen: { label: nested } });
  await expect(call).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
