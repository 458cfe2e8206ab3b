import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { createKeptSeals } from "../../auth/seals";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { openPlatform, platformForTests, steppingClock } from "../../testing/platform";
import { newPayout } from "../../trpc/testing/scene";
import { listAudit } from "../audit/queries";
import { listNotifications } from "../notifications/queries";
import { notifyOfAll } from "../notifications/testing/notify-of-all";
import { PayoutDetailsChange } from "./change-schema";
import { cancelPayoutDetails, changePayoutDetails, revealPayoutDetails } from "./mutations";
import { getPayoutDetails, listPayoutDetails } from "./queries";
import { resealPayoutDetails } from "./reseal";
import { GIVEN } from "./testing/given";

const HOUR_MS = 3_600_000;
const IBAN = "DE89370400440532013000";
const OTHER_IBAN = "FR1420041010050500013M02606";
const SECRET_TEXTS = [IBAN, OTHER_IBAN, "DE811907980", "Hidden Lane 7"];
const DETAILS = PayoutDetailsChange.parse(GIVEN);
const FRENCH = { ...DETAILS, country: "FR", iban: OTHER_IBAN };

const clock = steppingClock(new Date("2026-11-23T12:00:00Z"));
const env = {
  SMTP_URL: "smtps://user:password@mail.example.com",
  MAIL_FROM: "no-reply@example.com",
  NEXTAUTH_URL: "https://latchkey.example",
};
const platform = await platformForTests({ clock, env });

async function newOwner() {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  return { partner, partnerId: partner.id, ctx: platform.as(actor) };
}

const code = (name: string) => expect.objectContaining({ code: name });
const statuses = async (partnerId: string) => {
  const { data } = await listPayoutDetails(platform.system, { partnerId, limit: 100 });
  return data.map(({ version, status }) => [version, status]);
};
it("shows account and tax number masked, and waits 72 hours, also for the first details", async () => {
  const { partnerId, ctx } = await newOwner();
  const made = await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  expect(made).toMatchObject({
    version: 1,
    status: "pending",
    account: "DE89 •••• •••• 3000",
    taxNumber: "•••• 7980",
    effectiveAt: new Date(clock.now().getTime() + 72 * HOUR_MS),
  });
  expect(await getPayoutDetails(ctx, { partnerId })).toMatchObject({
    inForce: null,
    pending: { id: made.id },
    waitHours: 72,
  });
  await expect(revealPayoutDetails(platform.system, { partnerId })).rejects.toEqual(
    code("not_found"),
  );
  clock.advance(72 * HOUR_MS - 1);
  expect((await getPayoutDetails(ctx, { partnerId })).inForce).toBeNull();
  clock.advance(1);
  expect(await getPayoutDetails(ctx, { partnerId })).toMatchObject({
    inForce: { id: made.id, status: "in_force" },
    pending: null,
  });
  expect(await revealPayoutDetails(platform.system, { partnerId })).toEqual({
    id: made.id,
    version: 1,
    ...DETAILS,
  });
});

it("a change that is canceled is never used, and one that is used can't be canceled", async () => {
  const { partnerId, ctx } = await newOwner();
  const { id: first } = await changePayoutDetails(platform.system, { partnerId, ...DETAILS });
  clock.advance(72 * HOUR_MS);
  const { id: second } = await changePayoutDetails(platform.system, { partnerId, ...FRENCH });
  const operator = platform.as((await platform.newOperator()).actor);
  await expect(cancelPayoutDetails(ctx, { partnerId, detailsId: first })).rejects.toEqual(
    code("conflict"),
  );
  await expect(cancelPayoutDetails(ctx, { partnerId, detailsId: "pdt_x" })).rejects.toEqual(
    code("not_found"),
  );
  const other = await platform.newPartner();
  await expect(
    cancelPayoutDetails(operator, { partnerId: other.id, detailsId: second }),
  ).rejects.toEqual(code("not_found"));
  await cancelPayoutDetails(operator, { partnerId, detailsId: second });
  expect(await cancelPayoutDetails(ctx, { partnerId, detailsId: second })).toMatchObject({
    status: "canceled",
    canceledBy: "operator",
  });
  clock.advance(100 * HOUR_MS);
  expect((await getPayoutDetails(ctx, { partnerId })).inForce?.id).toBe(first);
  expect(await statuses(partnerId)).toEqual([
    [2, "canceled"],
    [1, "in_force"],
  ]);
});

it("twenty changes at once are twenty versions in one order, of which one waits", async () => {
  const { partnerId, ctx } = await newOwner();
  await concurrently([...Array(20).keys()], (n) =>
    changePayoutDetails(ctx, { partnerId, ...DETAILS, holder: `Holder ${n}` }),
  );
  const found = await statuses(partnerId);
  expect(found.map(([version]) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  expect(found.map(([, status]) => status)).toEqual(["pending", ...Array(19).fill("canceled")]);
});

it("the same change twenty times is one version, and doesn't wait anew", async () => {
  const { partnerId } = await newOwner();
  const change = () => changePayoutDetails(platform.system, { partnerId, ...DETAILS });
  const { effectiveAt } = await change();
  clock.advance(HOUR_MS);
  fulfilled(await concurrently([...Array(20).keys()], change));
  expect(await statuses(partnerId)).toEqual([[1, "pending"]]);
  expect((await change()).effectiveAt).toEqual(effectiveAt);
  clock.advance(72 * HOUR_MS);
  expect(await change()).toMatchObject({ version: 1, status: "in_force" });
});

it("a cancellation and a change at once leave one order", async () => {
  const { partnerId, ctx } = await newOwner();
  const { id: detailsId } = await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  await concurrently([...Array(20).keys()], (n) =>
    n % 2 === 0
      ? cancelPayoutDetails(ctx, { partnerId, detailsId })
      : changePayoutDetails(ctx, { partnerId, ...FRENCH }),
  );
  expect(await statuses(partnerId)).toEqual([
    [2, "pending"],
    [1, "canceled"],
  ]);
});

it("only an owner with a recent proof changes details; keys and operators never", async () => {
  const { partner, partnerId, ctx } = await newOwner();
  const change = (actor: typeof ctx.actor) =>
    changePayoutDetails(platform.as(actor), { partnerId, ...DETAILS });
  for (const role of ["developer", "viewer"] as const) {
    const { actor } = await platform.newPerson(partner, role);
    await expect(change(actor)).rejects.toEqual(code("forbidden"));
  }
  await expect(change((await platform.newOperator()).actor)).rejects.toEqual(code("forbidden"));
  const key = { kind: "key", keyId: "key_x", partnerId, scopes: ["accounts:manage"] } as const;
  await expect(change({ ...key, scopes: [...key.scopes] })).rejects.toEqual(code("forbidden"));
  clock.advance(15 * 60_000 + 1);
  await expect(change(ctx.actor)).rejects.toEqual(code("reauthentication_required"));
  expect(await statuses(partnerId)).toEqual([]);
  await expect(revealPayoutDetails(ctx, { partnerId })).rejects.toEqual(code("forbidden"));
});

it("tells all owners and operators, who can't turn it off, with masked values", async () => {
  const { partner, partnerId, ctx } = await newOwner();
  const { actor: colleague } = await platform.newPerson(partner, "owner");
  const { actor: developer } = await platform.newPerson(partner, "developer");
  const { actor: operator } = await platform.newOperator();
  const { id: detailsId } = await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  await cancelPayoutDetails(platform.as(colleague), { partnerId, detailsId });
  await notifyOfAll(platform);
  const types = async (actor: typeof operator) => {
    const { data } = await listNotifications(platform.as(actor), { limit: 50 });
    return data.map(({ type }) => type).filter((type) => type.startsWith("payout_details."));
  };
  for (const actor of [ctx.actor, colleague]) {
    expect((await types(actor)).sort()).toEqual([
      "payout_details.canceled",
      "payout_details.changed",
    ]);
  }
  expect(await types(operator)).toContain("payout_details.changed");
  expect(await types(developer)).toEqual([]);
  const mails = await platform.system.db.mail.findMany({
    where: { type: { startsWith: "payout_details." } },
  });
  expect(mails.length).toBeGreaterThanOrEqual(6);
  for (const { isOptional, message } of mails) {
    expect(isOptional).toBe(false);
    expect(JSON.stringify(message)).not.toContain("0440532013");
  }
});

it("nothing of them is readable anywhere in the database, also after all that can be done", async () => {
  const { partnerId, ctx } = await newOwner();
  await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  clock.advance(73 * HOUR_MS);
  const { id: detailsId } = await changePayoutDetails(platform.system, { partnerId, ...FRENCH });
  clock.advance(1);
  await revealPayoutDetails(platform.system, { partnerId });
  clock.advance(1);
  await cancelPayoutDetails(platform.system, { partnerId, detailsId });
  await notifyOfAll(platform);
  const { db } = platform.system;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`;
  expect(tables.map(({ name }) => name)).toContain("payout_details");
  for (const { name } of tables) {
    for (const text of SECRET_TEXTS) {
      const forms = [text, Buffer.from(text).toString("hex")].map((form) => `%${form}%`);
      const [found] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM ${Prisma.raw(`"${name}"`)} AS t WHERE t::text ILIKE ANY(${forms})`;
      expect(found?.count, `${name} has ${text}`).toBe(0);
    }
  }
  const { data } = await listAudit(platform.system, { partnerId, limit: 50 });
  expect(data.map(({ sentence }) => sentence).filter((text) => text.includes("payout"))).toEqual([
    "canceled the change of the payout details to FR14 •••• •••• 2606",
    "viewed the full payout details of DE89 •••• •••• 3000",
    expect.stringMatching(/^changed the payout details from DE89 .* to FR14 .*, used from 2026-/),
    expect.stringMatching(/^added payout details: DE89 •••• •••• 3000, used from 2026-/),
  ]);
});

it("another process, such as one after a restart, reads them, and another secret does not", async () => {
  const { partnerId, ctx } = await newOwner();
  await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  const later = await openPlatform({ clock, beside: platform });
  const { pending } = await getPayoutDetails(later.system, { partnerId });
  expect(pending?.account).toBe("DE89 •••• •••• 3000");
  await later.close();
  const seals = createKeptSeals(["another secret, long enough to seal with"], "payout details");
  const foreign = { ...platform.system, payoutDetails: { seals, waitHours: 72 } };
  const unread = (await getPayoutDetails(foreign, { partnerId })).pending;
  expect(unread).toMatchObject({ isReadable: false, account: "", holder: "" });
});

it("a new secret seals them again; the old one is then no longer needed", async () => {
  const { partnerId, ctx } = await newOwner();
  await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  const [old, next] = ["a secret of the tests, long enough to sign with", "n".repeat(40)];
  const withSecrets = (secrets: [string, ...string[]]) => ({
    ...platform.system,
    payoutDetails: { seals: createKeptSeals(secrets, "payout details"), waitHours: 72 },
  });
  expect(await resealPayoutDetails(withSecrets([next, old]))).toBeGreaterThanOrEqual(1);
  expect(await resealPayoutDetails(withSecrets([next, old]))).toBe(0);
  const { pending } = await getPayoutDetails(withSecrets([next]), { partnerId });
  expect(pending?.account).toBe("DE89 •••• •••• 3000");
  await resealPayoutDetails(withSecrets([old, next]));
});

it("the database refuses to edit a version, and deletes them with their partner", async () => {
  const { partnerId, ctx } = await newOwner();
  const { id } = await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  const { transact, db } = platform.system;
  const set = (data: object) => transact((tx) => tx.payoutDetails.update({ where: { id }, data }));
  await expect(set({ effectiveAt: clock.now() })).rejects.toThrow("never edited");
  await expect(set({ createdBy: "nobody" })).rejects.toThrow("never edited");
  await cancelPayoutDetails(ctx, { partnerId, detailsId: id });
  await expect(set({ canceledAt: null, canceledBy: null })).rejects.toThrow("never edited");
  await transact((tx) => tx.partner.delete({ where: { id: partnerId } }));
  expect(await db.payoutDetails.count({ where: { partnerId } })).toBe(0);
});

it("details are needed once there is a payout, until some are given", async () => {
  const { partner, partnerId, ctx } = await newOwner();
  const isNeeded = async () => (await getPayoutDetails(ctx, { partnerId })).isNeeded;
  expect(await isNeeded()).toBe(false);
  await newPayout(platform, partner);
  expect(await isNeeded()).toBe(true);
  const { id: detailsId } = await changePayoutDetails(ctx, { partnerId, ...DETAILS });
  expect(await isNeeded()).toBe(false);
  await cancelPayoutDetails(ctx, { partnerId, detailsId });
  expect(await isNeeded()).toBe(true);
});

it("lists the history page by page, for its own partner only", async () => {
  const { partnerId, ctx } = await newOwner();
  for (const holder of ["A1", "A2", "A3"]) {
    await changePayoutDetails(ctx, { partnerId, ...DETAILS, holder });
  }
  const first = await listPayoutDetails(ctx, { partnerId, limit: 2 });
  const cursor = first.nextCursor ?? undefined;
  const second = await listPayoutDetails(ctx, { partnerId, limit: 2, cursor });
  const all = [...first.data, ...second.data];
  expect(all.map(({ holder }) => holder)).toEqual(["A3", "A2", "A1"]);
  const { ctx: stranger } = await newOwner();
  for (const read of [getPayoutDetails, listPayoutDetails]) {
    await expect(read(stranger, { partnerId, limit: 2 })).rejects.toEqual(code("not_found"));
  }
});
