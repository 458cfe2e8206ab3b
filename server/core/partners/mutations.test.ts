import { beforeEach, expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { type Action, mayDo } from "../kernel/access";
import type { Actor } from "../kernel/actor";
import { change } from "../kernel/change";
import { wholeList } from "../kernel/whole-list";
import { ACTIONS, type ActionName } from "../registry";
import { inviteUser } from "../team/invitations";
import { listMembers } from "../team/members";
import { setPartnerStatus, updatePartner } from "./mutations";
import { getPartner, getPartnerFile, listPartners } from "./queries";
import type { Partner } from "./schema";

let partner: Partner;
const platform = await platformForTests();
const operator = platform.as((await platform.newOperator()).actor);
beforeEach(async () => {
  partner = await platform.newPartner();
});

const audited = (action: ActionName) =>
  operator.db.auditEvent.findMany({
    where: { partnerId: partner.id, action },
    orderBy: { id: "desc" },
  });

it("updates only the given fields and records them before and after, except notes", async () => {
  const notes = "pays late";
  const changed = await updatePartner(operator, {
    partnerId: partner.id,
    maxActiveKeys: 60,
    notes,
  });
  expect(changed).toMatchObject({
    name: partner.name,
    revsharePct: 20,
    notes,
    maxActiveKeys: 60,
  });
  const [event] = await audited("partner.updated");
  expect(event?.detail).toEqual({ maxActiveKeys: { before: 50, after: 60 } });
  await updatePartner(operator, { partnerId: partner.id, maxActiveKeys: 60 });
  expect(await audited("partner.updated")).toHaveLength(1);
});

it("appears in GET /me at the next request", async () => {
  const { id: partnerId, name } = partner;
  const { plaintext } = await platform.newKey(partner);
  const me = async () => (await platform.call("/me", { key: plaintext })).json();
  expect(await me()).toMatchObject({ name });
  await updatePartner(operator, { partnerId, name: "Renamed" });
  expect(await me()).toMatchObject({ name: "Renamed" });
});

it("shows operators a note on a name that mixes writing systems, and on an email address whose domain is encoded", async () => {
  const { id: partnerId } = partner;
  const shownNotes = async () => [
    (await getPartner(operator, { partnerId })).mixedScripts,
    (await getPartnerFile(operator, { partnerId })).mixedScripts,
    (await listPartners(operator, { limit: 1 })).data[0]?.mixedScripts,
  ];
  expect(await shownNotes()).toEqual([null, null, null]);
  await updatePartner(operator, { partnerId, name: "\u0410cme" });
  expect(await shownNotes()).toEqual(Array(3).fill("Mixes Latin and Cyrillic letters"));
  for (const email of ["ann@apple.com", "ben@xn--80ak6aa92e.com"]) {
    await inviteUser(platform.system, { partnerId, email, role: "viewer" });
  }
  const members = await listMembers(operator, { partnerId });
  expect(members.map(({ emailNote }) => emailNote)).toEqual([
    null,
    "Domain reads аррӏе.com (Latin and Cyrillic letters)",
  ]);
});

it("keeps the reason of a suspension until the partner is reactivated", async () => {
  const set = (status: Partner["status"], reason?: string) =>
    setPartnerStatus(operator, { partnerId: partner.id, status, reason });
  await set("suspended", "invoices unpaid");
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  const reason = async () => (await getPartner(owner, { partnerId: partner.id })).suspendedReason;
  expect(await reason()).toBe("invoices unpaid");
  await set("active");
  expect(await reason()).toBeNull();
});

it("lists each partner once across pages and finds one by code or part of its name", async () => {
  for (let i = 0; i < 6; i++) await platform.newPartner();
  const all = await operator.db.partner.findMany({ orderBy: { id: "desc" } });
  const seen = await wholeList((page) => listPartners(operator, page), 2);
  expect(seen.map(({ code }) => code)).toEqual(all.map(({ code }) => code));
  const find = async (search: string) => (await listPartners(operator, { limit: 5, search })).data;
  await updatePartner(operator, { partnerId: partner.id, name: "Part of a Name" });
  expect((await find("of a na")).map(({ id }) => id)).toEqual([partner.id]);
  expect((await find(partner.id)).map(({ id }) => id)).toEqual([partner.id]);
  const other = await platform.newPartner();
  await updatePartner(operator, { partnerId: other.id, name: "All 100 of_them" });
  for (const wildcard of ["100%", "All%of", "All_100", "of\\_them"]) {
    expect(await find(wildcard)).toEqual([]);
  }
  expect((await find("of_them")).map(({ id }) => id)).toEqual([other.id]);
});

it("rejects every write of an operator in a partner's name", async () => {
  const { actor } = await platform.newOperator();
  const inTheirName = Object.values<Action>(ACTIONS).filter((action) => !mayDo(actor, action));
  expect(inTheirName.map(({ name }) => name).sort()).toEqual([
    "alert.created",
    "alert.deleted",
    "alert.updated",
    "customer.anonymized",
    "customer.closed",
    "customer.created",
    "customer.reopened",
    "customer.resumed",
    "customer.suspended",
    "customer.updated",
    "key.expiry_set",
    "key.issued",
    "key.narrowed",
    "key.networks_narrowed",
    "key.networks_widened",
    "key.renamed",
    "key.rotated",
    "key.widened",
    "limit_request.opened",
    "partner.branding_set",
    "payout_details.changed",
    "price.set",
    "self_billing.consented",
    "self_billing.withdrawn",
    "user.link_revoked",
    "user.removed",
    "user.role_set",
    "webhook_endpoint.created",
    "webhook_endpoint.deleted",
    "webhook_endpoint.disabled",
    "webhook_endpoint.resent",
    "webhook_endpoint.rotated",
    "webhook_endpoint.tested",
    "webhook_endpoint.updated",
  ]);
  for (const action of inTheirName) {
    let hasRun = false;
    const write = change(platform.as(actor), { action, partnerId: partner.id }, async () => {
      hasRun = true;
      return { result: null, subject: partner.id };
    });
    await expect(write).rejects.toMatchObject({ code: "forbidden" });
    expect(hasRun).toBe(false);
  }
});

it("restricts an operator within one partner to that partner and excludes platform lists", async () => {
  const { actor } = await platform.newOperator();
  const bound = platform.as({ ...actor, partnerId: partner.id } as Actor);
  const other = await platform.newPartner();
  await expect(getPartner(bound, { partnerId: other.id })).rejects.toMatchObject({
    code: "not_found",
  });
  const write = setPartnerStatus(bound, { partnerId: other.id, status: "suspended" });
  await expect(write).rejects.toMatchObject({ code: "not_found" });
  await expect(getPartnerFile(bound, { partnerId: partner.id })).rejects.toMatchObject({
    code: "forbidden",
  });
});
