import { expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { steppingClock } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { importBatch } from "../imports/mutations";
import { charge, newSeller, refund, shopForTests } from "../imports/testing/seller";
import { issueKey } from "../keys/mutations";
import { changePayoutDetails } from "../payout-details/mutations";
import { closePeriod } from "../payouts/close";
import { redeemLink } from "../sign-in/links";
import { inviteUser, resetUser } from "../team/invitations";
import { listMembers } from "../team/members";
import { listOpenLinks } from "../team/open-links";
import { listDue } from "../transfers/queries";
import { DETAILS, newPayee } from "../transfers/testing/owed";
import { setPartnerStatus, terminatePartner, updatePartner } from "./mutations";
import { getPartner, getPartnerFile, listPartners } from "./queries";
import { rankPartners } from "./ranking";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const reason = "Contract ended";
const platform = await shopForTests(clock);

const terminate = (partnerId: string, why = reason) =>
  terminatePartner(platform.system, { partnerId, reason: why });

const eventsOf = (partnerId: string) =>
  platform.system.db.event.findMany({ where: { partnerId, type: "partner.terminated" } });

it("twenty at once terminate once, and a repeat keeps the first reason", async () => {
  const { id: partnerId } = await platform.newPartner();
  const results = fulfilled(
    await concurrently([...Array(20).keys()], (n) => terminate(partnerId, `reason ${n}`)),
  );
  expect(new Set(results.map(({ suspendedReason }) => suspendedReason)).size).toBe(1);
  expect(results[0]).toMatchObject({ status: "terminated", terminatedAt: clock.now() });
  clock.advance(1_000);
  expect(await terminate(partnerId, "another")).toEqual(results[0]);
  expect(await eventsOf(partnerId)).toHaveLength(1);
  const where = { partnerId, action: "partner.terminated" };
  expect(await platform.system.db.auditEvent.count({ where })).toBe(1);
});

it("is never reactivated or suspended again, and the database holds that", async () => {
  const { id: partnerId } = await platform.newPartner();
  await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "Unpaid" });
  await terminate(partnerId);
  for (const status of ["active", "suspended"] as const) {
    await expect(setPartnerStatus(platform.system, { partnerId, status })).rejects.toMatchObject({
      code: "conflict",
      message: "This partner is terminated. It can't be changed any more.",
      details: { status: "terminated" },
    });
  }
  const { transact } = platform.wiring.core;
  const write = (data: object) =>
    transact((tx) => tx.partner.update({ where: { id: partnerId }, data }));
  // As an earlier release reactivates: an error, after which everything goes on.
  await expect(write({ status: "active", suspendedReason: null })).rejects.toThrow(/check/i);
  await expect(write({ terminatedAt: null })).rejects.toThrow(/terminated for ever/);
  await expect(write({ terminatedAt: new Date() })).rejects.toThrow(/terminated for ever/);
  // As it suspends: only the reason changes.
  await write({ status: "suspended", suspendedReason: "changed" });
  expect(await getPartnerFile(platform.system, { partnerId })).toMatchObject({
    status: "terminated",
    suspendedReason: "changed",
  });
});

it("the company may still change what its last payouts need, and the partner's record says suspended", async () => {
  const partner = await platform.newPartner();
  await terminate(partner.id);
  const file = await updatePartner(platform.system, { partnerId: partner.id, holdDays: 3 });
  expect(file).toMatchObject({ holdDays: 3, status: "terminated" });
  expect(await getPartner(platform.system, { partnerId: partner.id })).toMatchObject({
    partner: { status: "suspended" },
    suspendedReason: reason,
    terminatedAt: clock.now(),
  });
});

it("each partner is in the list of one status", async () => {
  const [ended, paused] = [await platform.newPartner(), await platform.newPartner()];
  await terminate(ended.id);
  await setPartnerStatus(platform.system, { partnerId: paused.id, status: "suspended" });
  const mine = new Set([ended.id, paused.id]);
  for (const [status, ids] of [
    ["active", []],
    ["suspended", [paused.id]],
    ["terminated", [ended.id]],
  ] as const) {
    const page = { status, limit: 100 };
    const lists = [
      await listPartners(platform.system, page),
      await rankPartners(platform.system, { ...page, sort: "-created" }),
    ];
    for (const { data } of lists) {
      expect(data.map(({ id }) => id).filter((id) => mine.has(id))).toEqual(ids);
      expect(new Set(data.map((one) => one.status))).toEqual(new Set(data.length ? [status] : []));
    }
  }
});

it("nobody joins any more: pending invites end, and no new ones are made", async () => {
  const partner = await platform.newPartner();
  const partnerId = partner.id;
  const { email: known } = await platform.newPerson(partner, "viewer");
  const email = `late-${partner.code}@example.com`;
  const invite = () => inviteUser(platform.system, { partnerId, email, role: "owner" });
  const { token } = await invite();
  await terminate(partnerId);
  expect(await listOpenLinks(platform.system, { partnerId })).toEqual([]);
  const redeem = (of: string) =>
    redeemLink(platform.system, { token: of, password: "correct horse battery" });
  await expect(redeem(token)).rejects.toMatchObject({ code: "not_found" });
  await expect(invite()).rejects.toMatchObject({ code: "conflict" });
  await expect(resetUser(platform.system, { email })).rejects.toMatchObject({ code: "conflict" });
  // One that an earlier release made meanwhile.
  const [invited] = (await listMembers(platform.system, { partnerId })).filter(
    ({ isInvited }) => isInvited,
  );
  const { transact } = platform.wiring.core;
  const reset = await resetUser(platform.system, { email: known });
  await transact((tx) =>
    tx.oneTimeLink.updateMany({
      where: { userId: reset.userId },
      data: { userId: invited?.id ?? "", kind: "invite" },
    }),
  );
  await expect(redeem(reset.token)).rejects.toMatchObject({ code: "not_found" });
  // A person who had joined can set a new password.
  const { token: own } = await resetUser(platform.system, { email: known });
  expect(await redeem(own)).toEqual({ email: known });
});

it("charges dated before and refunds are recorded and paid, later charges and customers are not", async () => {
  const seller = await newSeller(platform);
  const { partnerId, code, send } = seller;
  expect(await send(charge("1", 1_000))).toMatchObject({ imported: 1 });
  await terminate(partnerId);
  const { terminatedAt } = await getPartnerFile(platform.system, { partnerId });
  const at = (ms: number) => ({
    occurred_at: new Date((terminatedAt?.getTime() ?? 0) + ms).toISOString(),
  });
  clock.advance(60_000);
  expect(
    await send(
      charge("1", 1_000),
      charge("2", 500, at(0)),
      charge("3", 500, at(1)),
      refund("4", "1", 200, at(1)),
    ),
  ).toEqual({
    imported: 2,
    existing: 1,
    reasons: ["occurred_at: The partner was terminated before."],
  });
  const other = await newSeller(platform);
  const customers = [code, other.code, code].map((partner, index) => ({
    line: index + 1,
    record: { partner, email: `new-${index}@example.com` },
  }));
  const run = { kind: "customers", partner: null, runId: null } as const;
  const done = await importBatch(platform.system, {
    ...run,
    afterLine: 0,
    throughLine: 3,
    lines: customers,
    unreadable: [],
  });
  expect(done).toMatchObject({ imported: 1, existing: 0 });
  expect(done.rejected).toEqual(
    [1, 3].map((line) => ({ line, reason: "partner: The partner is terminated." })),
  );
  clock.set(new Date("2026-04-02T10:00:00Z"));
  await closePeriod(platform.system, { period: "2026-03" });
  expect(await listDue(platform.system, { partnerId })).toMatchObject([{ amount: 260 }]);
  clock.set(new Date("2026-03-20T10:00:00Z"));
});

it("a minimum holds back no last payout, and it is paid as that of an active partner", async () => {
  const payee = await newPayee(platform, { hasDetails: false });
  const { owe, due, pay, setTerms, partnerId, partner } = payee;
  await setTerms({ minimumPayout: 500 });
  await owe(499);
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  expect(await due()).toMatchObject([{ minimumPayout: 500, isTerminated: false }]);
  await terminate(partnerId);
  const isFree = { minimumPayout: 0, isSuspended: false, isTerminated: true };
  expect(await due()).toMatchObject([{ ...isFree, reason: "no_payout_details" }]);
  // Its owner adds where it is paid to, as the last thing that it may write.
  await changePayoutDetails(owner, { partnerId, ...DETAILS });
  clock.advance(73 * 3_600_000);
  expect(await due()).toMatchObject([{ ...isFree, amount: 499, reason: null }]);
  expect(await pay()).toMatchObject({ transfer: { amount: 499 }, reason: null });
});

it("what runs at the same time is before it or refused", async () => {
  const seller = await newSeller(platform);
  const { partnerId } = seller;
  const key = { label: "x", scopes: ["accounts:read" as const], expiresAt: null };
  const work: ((n: number) => Promise<unknown>)[] = [
    (n) => issueKey(platform.system, { partnerId, ...key, label: `k${n}` }),
    (n) => createCustomer(platform.system, { partnerId, email: `${n}@example.com`, metadata: {} }),
    (n) => seller.send(charge(`race-${n}`, 100)),
  ];
  const items = [...Array(30).keys()];
  const results = await concurrently(items, async (n) => {
    if (n === 12) return terminate(partnerId);
    return work[n % 3]?.(n);
  });
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["conflict"]));
  const { db } = platform.system;
  const [ended] = await eventsOf(partnerId);
  const later = await db.event.findMany({
    where: { partnerId, sequence: { gt: ended?.sequence ?? 0n } },
  });
  // Charges from before the termination may be recorded after it.
  expect(later.filter(({ type }) => type !== "charges.recorded")).toEqual([]);
  const keys = await db.apiKey.count({ where: { partnerId } });
  const customers = await db.customer.count({ where: { partnerId } });
  expect(keys + customers - 2 + refused.length).toBe(19);
  await expect(issueKey(platform.system, { partnerId, ...key })).rejects.toMatchObject({
    code: "conflict",
  });
});
