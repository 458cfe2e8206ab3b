import { expect, it } from "vitest";
import { jsonClient } from "../../rest/testing/json-client";
import { platformForTests } from "../../testing/platform";
import type { Actor } from "../kernel/actor";
import { wholeList } from "../kernel/whole-list";
import { issueKey } from "../keys/mutations";
import { setPartnerStatus } from "../partners/mutations";
import { listAudit, listPlatformAudit } from "./queries";

const platform = await platformForTests();
const partner = await platform.newPartner();
const { actor } = await platform.newOperator();
const operator = { ...platform.system, actor };
await platform.newKey(partner);
const reason = "unpaid";
await setPartnerStatus(operator, { partnerId: partner.id, status: "suspended", reason });
await setPartnerStatus(operator, { partnerId: partner.id, status: "active" });

const list = (filter: Partial<Parameters<typeof listPlatformAudit>[1]>) =>
  listPlatformAudit(operator, { limit: 100, ...filter });

it("shows operators the names of operators and partners", async () => {
  const { data } = await list({ action: "partner.suspended" });
  const user = await operator.db.user.findUniqueOrThrow({
    where: { id: "userId" in operator.actor ? operator.actor.userId : "" },
  });
  expect(data).toMatchObject([
    { partner: { id: partner.id }, actor: { kind: "operator", name: user.email } },
  ]);
});

it("notes for operators which names mix writing systems within a word, and for nobody else", async () => {
  const owner = await platform.newPerson(partner, "owner");
  const label = "\u0410cme Till";
  const { key } = await issueKey(platform.as(owner.actor), {
    partnerId: partner.id,
    label,
    scopes: [],
  });
  const [row] = (await list({ partnerId: partner.id, action: "key.issued" })).data;
  const note = "Mixes Latin and Cyrillic letters";
  expect(row).toMatchObject({ subject: key.id, note });
  expect(key.labelNote).toBe(note);
  const query = { partnerId: partner.id, limit: 1 };
  expect((await listAudit(operator, query)).data).toMatchObject([{ note }]);
  expect((await listAudit(platform.as(owner.actor), query)).data).toMatchObject([{ note: null }]);
  expect((await list({ action: "partner.suspended" })).data).toMatchObject([{ note: null }]);
});

it("filters by partner, action, actor's email or ID, and time", async () => {
  const other = await platform.newPartner();
  await platform.newKey(other);
  const ids = async (filter: Parameters<typeof list>[0]) =>
    (await list(filter)).data.map(({ partner: of, action }) => `${of?.id} ${action}`);
  expect(await ids({ partnerId: other.id, action: "key.issued" })).toEqual([
    `${other.id} key.issued`,
  ]);
  const { data } = await list({ partnerId: partner.id, action: "partner.reactivated" });
  const [{ actor, at } = { actor: null, at: new Date(0) }] = data;
  for (const by of [actor?.id, actor?.name.toUpperCase()]) {
    expect(await ids({ ...(by && { actor: by }), partnerId: partner.id })).toEqual([
      `${partner.id} partner.reactivated`,
      `${partner.id} partner.suspended`,
    ]);
  }
  expect(await ids({ actor: "nobody@example.com" })).toEqual([]);
  expect(await ids({ before: at, action: "partner.reactivated" })).toEqual([]);
  expect(await ids({ after: at, action: "partner.reactivated" })).toHaveLength(1);
});

it("pages through all events, each once", async () => {
  const all = (await list({})).data.map(({ id }) => id);
  const found = await wholeList((page) => listPlatformAudit(operator, page), 2);
  expect(found.map(({ id }) => id)).toEqual(all);
});

it("is not available to partner users, nor to an operator acting within one partner", async () => {
  const { actor } = await platform.newPerson(partner, "owner");
  for (const one of [
    actor,
    { ...(await platform.newOperator()).actor, partnerId: partner.id } as Actor,
  ]) {
    const asking = listPlatformAudit({ ...operator, actor: one }, { limit: 1 });
    await expect(asking).rejects.toMatchObject({ code: "forbidden" });
  }
});

it("names keys as keys, so that none passes for the person whose email address is its name", async () => {
  const label = "operator@example.com";
  const of = await platform.newPartner();
  const { plaintext } = await platform.newKey(of, {
    label,
    scopes: ["webhooks:write", "events:read"],
  });
  const endpoint = { url: "https://example.com/hooks", types: ["key.revoked"] };
  await jsonClient(platform.call, plaintext)("POST", "/webhook_endpoints", endpoint);
  const expiresAt = new Date(operator.clock.now().getTime() + 3_600_000);
  const own = await platform.newPlatformKey({ label, scopes: ["partners:write"], expiresAt });
  const api = jsonClient(platform.callPlatform, own.plaintext);
  await api("POST", `/partners/${of.code}/suspend`, { reason: "unpaid" });
  const { data } = await list({ partnerId: of.id });
  expect(data.map(({ actor, action }) => `${actor.name} ${action}`).slice(0, 2)).toEqual([
    `Platform key “${label}” partner.suspended`,
    `Key “${label}” webhook_endpoint.created`,
  ]);
});

it("names who set a password with a one-time link", async () => {
  const { actor } = await platform.newOperator();
  const userId = "userId" in actor ? actor.userId : "";
  const { email } = await operator.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { data } = await list({ action: "user.password_set" });
  const own = data.filter(({ subject }) => subject === userId);
  expect(own).toMatchObject([{ actor: { kind: "operator", id: userId, name: email } }]);
});
