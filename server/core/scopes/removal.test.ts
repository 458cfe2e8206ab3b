import { beforeEach, expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { listPlatformAudit } from "../audit/queries";
import { readFeed } from "../events/queries";
import type { Ctx } from "../kernel/actor";
import { setKeyScopes } from "../keys/edit";
import { issueKey, revokeKey, rotateKey } from "../keys/mutations";
import { listKeyHistory } from "../keys/queries";
import { createPartner, setPartnerStatus } from "../partners/mutations";
import type { Partner } from "../partners/schema";
import { listDefinedScopes } from "./holders";
import { defineScope, removeScope } from "./mutations";
import { listScopes } from "./queries";

const NAME = "orders:read";
const clock = steppingClock();
const platform = await platformForTests({ clock });
beforeEach(() =>
  platform.wiring.core.transact(async (tx) => {
    await tx.apiKey.deleteMany();
    await tx.companyScope.deleteMany();
    await tx.companyScope.create({
      data: {
        name: NAME,
        description: "View orders",
        createdAt: clock.now(),
        createdBy: "test",
        updatedAt: clock.now(),
      },
    });
  }),
);

const twenty = Array.from({ length: 20 }, (_, n) => n);
const remove = (keys = 0, ctx: Ctx = platform.system) => removeScope(ctx, { name: NAME, keys });
const issue = (partner: Pick<Partner, "id">, scopes = [NAME, "payouts:read"]) =>
  issueKey(platform.system, { partnerId: partner.id, label: "Shop", scopes });
const scopesOf = async (id: string) =>
  (await platform.system.db.apiKey.findUniqueOrThrow({ where: { id } })).scopes;
/** Keys of any status that still have the scope. */
const holders = () => platform.system.db.apiKey.count({ where: { scopes: { has: NAME } } });

/** A context that records the announcements. */
function recording(ctx: Ctx = platform.system) {
  const announced: string[] = [];
  const announce: Ctx["announce"] = async (partnerId, how) => {
    expect(how).toEqual({ narrows: true });
    announced.push(partnerId);
    return ctx.announce(partnerId, how);
  };
  return { announced, ctx: { ...ctx, announce } };
}

it("one that no active key has is removed without a number", async () => {
  const partner = await platform.newPartner();
  const { key } = await issue(partner);
  await revokeKey(platform.system, { keyId: key.id, after: "now" });
  expect(await remove()).toEqual({ name: NAME, keys: 0, partners: 0 });
  expect(await listDefinedScopes(platform.system)).toEqual([]);
  expect(await holders()).toBe(0);
  await expect(remove()).rejects.toMatchObject({ code: "not_found" });
});

it("one that keys have needs their number, which must still be right", async () => {
  const [one, two] = [await platform.newPartner(), await platform.newPartner()];
  for (const partner of [one, one, two]) await issue(partner);
  const refusal = (keys: number) => ({
    code: "conflict",
    message: expect.stringContaining(`${keys} active keys of 2 partners`),
    details: { field: "keys", keys, partners: 2 },
  });
  for (const wrong of [0, 2, 4]) await expect(remove(wrong)).rejects.toMatchObject(refusal(3));
  await issue(two);
  await expect(remove(3)).rejects.toMatchObject(refusal(4));
  expect(await holders()).toBe(4);
  expect((await listDefinedScopes(platform.system))[0]).toMatchObject({ keys: 4, partners: 2 });
  expect(await remove(4)).toEqual({ name: NAME, keys: 4, partners: 2 });
  expect(await holders()).toBe(0);
});

it("once it returns, all partners that had it are announced, and no others", async () => {
  const [one, two, other] = [
    await platform.newPartner(),
    await platform.newPartner(),
    await platform.newPartner(),
  ];
  const { key } = await issue(one);
  await issue(two);
  await issue(other, ["payouts:read"]);
  const { announced, ctx } = recording();
  await remove(2, ctx);
  expect(announced.sort()).toEqual([one.id, two.id].sort());
  expect(await scopesOf(key.id)).toEqual(["payouts:read"]);
});

it("a key that was cached with it is read again at the next request", async () => {
  const partner = await platform.newPartner();
  const { key, plaintext } = await issue(partner);
  expect((await platform.call("/me", { key: plaintext })).status).toBe(200);
  const { hits } = platform.wiring.keyCache.stats();
  await platform.call("/me", { key: plaintext });
  expect(platform.wiring.keyCache.stats().hits).toBe(hits + 1);
  const { rereads } = platform.wiring.keyCache.stats();
  await remove(1);
  await platform.call("/me", { key: plaintext });
  expect(platform.wiring.keyCache.stats().rereads).toBe(rereads + 1);
  expect(await scopesOf(key.id)).toEqual(["payouts:read"]);
});

it("each partner gets an event and an audit row for each key, and the platform one row", async () => {
  const partner = await platform.newPartner();
  const suspended = await platform.newPartner();
  const keys = [await issue(partner), await issue(partner)].map(({ key }) => key.id);
  const { key: old } = await issue(partner);
  await revokeKey(platform.system, { keyId: old.id, after: "now" });
  await issue(suspended);
  await setPartnerStatus(platform.system, { partnerId: suspended.id, status: "suspended" });
  const operator = platform.as((await platform.newOperator()).actor);
  clock.advance(1_000);
  await remove(3, operator);
  const { data } = await readFeed(platform.system, { partnerId: partner.id, limit: 100 });
  expect(data.filter(({ type }) => type === "scope.removed")).toMatchObject([
    { subject: { type: "scope", id: NAME, url: null }, data: { count: 2, keys: keys.sort() } },
  ]);
  const of = async (partnerId?: string) =>
    (await listPlatformAudit(platform.system, { partnerId, limit: 100 })).data
      .map(({ sentence }) => sentence)
      .filter((sentence) => sentence.startsWith("removed"));
  const sentence =
    "removed orders:read from the API key “Shop”, because the scope no longer exists";
  expect(await of(partner.id)).toEqual([sentence, sentence]);
  expect(await of()).toContain("removed the scope orders:read from 3 active keys of 2 partners");
  const history = await listKeyHistory(platform.system, { keyId: keys[0] ?? "", limit: 10 });
  expect(history.data[0]).toMatchObject({
    action: "key.scope_removed",
    by: "operator",
    detail: { label: "Shop", removed: [NAME] },
  });
});

it("defining it again gives it to no key", async () => {
  const partner = await platform.newPartner();
  const { key } = await issue(partner);
  await remove(1);
  await defineScope(platform.system, { name: NAME, description: "Anew" });
  expect(await scopesOf(key.id)).toEqual(["payouts:read"]);
  const { key: successor } = await rotateKey(platform.system, { keyId: key.id });
  expect(successor.scopes).toEqual(["payouts:read"]);
});

it("only operators with a recent proof remove scopes", async () => {
  const { owner } = await platform.newPartnerWithOwner();
  await expect(remove(0, owner)).rejects.toMatchObject({ code: "forbidden" });
  const { actor } = await platform.newOperator();
  if (actor.kind !== "operator") throw new Error("not an operator");
  const provedAt = new Date(clock.now().getTime() - 3_600_000);
  const stale = platform.as({ ...actor, provedAt });
  await expect(remove(0, stale)).rejects.toMatchObject({ code: "reauthentication_required" });
  expect(await listScopes(owner)).toHaveLength(1);
});

it("against twenty creations at once: a key without it, or the number has to be confirmed again", async () => {
  for (const round of [1, 2, 3]) {
    const partners = await Promise.all(twenty.map(() => platform.newPartner()));
    const outcomes = await concurrently(
      partners,
      (partner): Promise<unknown> =>
        partner === partners[10]
          ? remove(0)
          : issue(partner).catch((error: { code: string }) => error.code),
    );
    const kept = outcomes.filter(({ status }) => status === "fulfilled").length;
    const isRemoved = (await listScopes(platform.system)).length === 0;
    // Either it was removed, and no key has it; or a key came first, and all have it.
    if (isRemoved) {
      expect([kept, await holders()]).toEqual([20, 0]);
      await defineScope(platform.system, { name: NAME, description: `Round ${round}` });
    } else {
      expect([kept, await holders()]).toEqual([19, 19]);
      await platform.wiring.core.transact((tx) => tx.apiKey.deleteMany());
    }
  }
});

it("against creations, rotations and edits of the same keys: nothing keeps it", async () => {
  const partners = await Promise.all(twenty.map(() => platform.newPartner()));
  const keys = fulfilled(await concurrently(partners, (partner) => issue(partner)));
  const scopes = [NAME, "payouts:read", "metrics:read"];
  const works = keys.flatMap(({ key }, n) => [
    () => rotateKey(platform.system, { keyId: key.id }),
    () => setKeyScopes(platform.system, { keyId: key.id, scopes, mayWiden: true }),
    () =>
      createPartner(platform.system, {
        code: `race-${n}`,
        name: "x",
        revsharePct: 20,
        firstKey: { label: "first", scopes },
      }),
  ]);
  works.splice(30, 0, async () => {
    // Keys come into being until the removal has begun.
    for (let tries = 0; tries < 100; tries++) {
      const [scope] = await listDefinedScopes(platform.system);
      const done = await remove(scope?.keys ?? 0).catch((error: { code: string }) => error.code);
      if (done !== "conflict") return done as never;
    }
    throw new Error("never removed");
  });
  await concurrently(works, (work): Promise<unknown> => work());
  expect(await listScopes(platform.system)).toEqual([]);
  expect(await holders()).toBe(0);
});

it("twenty removals at once are one removal", async () => {
  const partner = await platform.newPartner();
  await issue(partner);
  const outcomes = await concurrently(twenty, () => remove(1));
  const failures = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(failures)).toEqual(failures.length === 0 ? new Set() : new Set(["not_found"]));
  expect([await holders(), await listScopes(platform.system)]).toEqual([0, []]);
  const { data } = await readFeed(platform.system, { partnerId: partner.id, limit: 100 });
  expect(data.filter(({ type }) => type === "scope.removed")).toHaveLength(1);
});

/** Fails once the scope was taken from the keys of so many partners. */
function failingAfter(count: number): Ctx {
  let left = count + 1;
  const { system } = platform;
  const transact: Ctx["transact"] = (run) => {
    if (left-- > 0) return system.transact(run);
    throw new Error("the process died");
  };
  return { ...system, transact };
}

it("an interrupted removal keeps the scope from new keys, and a repeat finishes it", async () => {
  const partners = await Promise.all(twenty.map(() => platform.newPartner()));
  for (const partner of partners) await issue(partner);
  await expect(remove(20, failingAfter(7))).rejects.toThrow("the process died");
  expect(await holders()).toBe(13);
  expect(await listDefinedScopes(platform.system)).toMatchObject([
    { name: NAME, keys: 13, partners: 13, isBeingRemoved: true },
  ]);
  expect(await listScopes(platform.system)).toEqual([]);
  const [first] = partners;
  if (!first) throw new Error("no partner");
  await expect(issue(first)).rejects.toThrow("Unknown scope");
  const again = { name: NAME, description: "x" };
  await expect(defineScope(platform.system, again)).rejects.toThrow("is being removed");
  // Nobody knows any more which partners the first attempt changed: all are announced.
  const { announced, ctx } = recording();
  await remove(0, ctx);
  expect(announced).toEqual(expect.arrayContaining(partners.map(({ id }) => id)));
  expect([await holders(), await listDefinedScopes(platform.system)]).toEqual([0, []]);
});

it("a late repeat takes nothing from keys that got the scope anew", async () => {
  const partner = await platform.newPartner();
  await issue(partner);
  let isOver = false;
  const { system } = platform;
  // Stops before the first key, until the scope was removed by another and defined again.
  const late: Ctx = {
    ...system,
    transact: async (run) => {
      if (!isOver && (await listDefinedScopes(system))[0]?.isBeingRemoved) {
        isOver = true;
        await remove(0);
        await defineScope(system, { name: NAME, description: "Anew" });
        await issue(partner);
      }
      return system.transact(run);
    },
  };
  await remove(1, late);
  expect(await listDefinedScopes(system)).toMatchObject([{ name: NAME, keys: 1 }]);
});
