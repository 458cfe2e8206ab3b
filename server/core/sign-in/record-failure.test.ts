import { expect, it } from "vitest";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { listAudit, listPlatformAudit } from "../audit/queries";
import { AuditQuery } from "../audit/schema";
import { disableOperator } from "../team/operators";
import { USER_SIGN_IN_FAILED } from "./actions";
import { changePassword } from "./password";
import { recordFailure } from "./record-failure";
import { disableSecondFactor } from "./second-factor";
import { signIn } from "./sessions";

const clock = steppingClock(new Date("2026-05-01T12:00:00Z"));
const platform = await platformForTests({ clock });
const operator = await platform.newOperator();

const enter = (email: string, address: string, more: { password?: string; code?: string } = {}) =>
  signIn(platform.wiring.core, { email, password: "wrong", userAgent: null, address, ...more });
const rowsAt = (address: string) =>
  platform.wiring.core.db.auditEvent.findMany({ where: { address }, orderBy: { id: "asc" } });

it("records failed sign-ins of a partner's users with IP address and reason", async () => {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const address = "198.51.100.1";
  await expect(enter(owner.email, address)).rejects.toThrow();
  const read = async (who: typeof owner, partnerId: string) =>
    (await listAudit(platform.as(who.actor), { partnerId, ...AuditQuery.parse({}) })).data;
  const recorded = (await read(owner, partner.id)).filter(
    ({ action }) => action === "user.sign_in_failed",
  );
  expect(recorded).toMatchObject([
    {
      sentence: "failed to sign in: wrong password",
      address,
      actor: { kind: "user", name: owner.email },
    },
  ]);
  const other = await platform.newPartner();
  const theirs = await read(await platform.newPerson(other, "owner"), other.id);
  expect(JSON.stringify(theirs)).not.toContain("sign_in_failed");
});

it("records wrong codes and disabled operators in the operators' audit log", async () => {
  const address = "198.51.100.2";
  const right = { password: PASSWORD };
  await expect(enter(operator.email, address, { ...right, code: "000000" })).rejects.toThrow();
  const disabled = await platform.newOperator();
  if (disabled.actor.kind !== "operator") throw new Error("an operator");
  await disableOperator(platform.system, { userId: disabled.actor.userId });
  await expect(enter(disabled.email, address, right)).rejects.toThrow();
  const { data } = await listPlatformAudit(platform.as(operator.actor), {
    cursor: undefined,
    limit: 20,
    action: "user.sign_in_failed",
  });
  const recorded = data.filter((event) => event.address === address);
  expect(new Set(recorded.map(({ actor, sentence }) => `${actor.name} ${sentence}`))).toEqual(
    new Set([
      `${disabled.email} failed to sign in: the account is disabled`,
      `${operator.email} failed to sign in: wrong code`,
    ]),
  );
});

it("records only the attempt and IP address for an unknown email", async () => {
  const address = "198.51.100.3";
  await expect(enter("a-typed-password", address)).rejects.toThrow();
  const rows = await rowsAt(address);
  expect(rows).toMatchObject([
    { partnerId: null, actorKind: "system", subject: "unknown", detail: { reason: "unknown" } },
  ]);
  expect(JSON.stringify(rows)).not.toContain("a-typed-password");
});

it("records a wrong password or code of a signed-in user", async () => {
  const ctx = { ...platform.as(operator.actor), address: "198.51.100.4" };
  const next = "another long password";
  await expect(changePassword(ctx, { current: "wrong", next })).rejects.toThrow();
  // Ids of the same millisecond have no order.
  clock.advance(1);
  const proof = { current: PASSWORD, code: "000000" };
  await expect(disableSecondFactor(ctx, proof)).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect(await rowsAt("198.51.100.4")).toMatchObject([
    { action: "user.proof_failed", detail: { reason: "password" } },
    { action: "user.proof_failed", detail: { reason: "code" } },
  ]);
});

it("records at most 50 failures per network and day, across accounts and concurrently", async () => {
  const addresses = ["2001:db8:7:7::1", "2001:db8:7:7::2"] as const;
  const actor = { kind: "system", name: "sign-in" } as const;
  const failures = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        recordFailure(
          { ...platform.as(actor), address: addresses[n % 2] ?? null },
          { action: USER_SIGN_IN_FAILED, user: null, reason: "password" },
        ),
      ),
    );
  const count = async () =>
    (await rowsAt(addresses[0])).length + (await rowsAt(addresses[1])).length;
  await failures(60);
  expect(await count()).toBe(50);
  clock.advance(86_400_000);
  await failures(1);
  expect(await count()).toBe(51);
  const { db } = platform.wiring.core;
  expect(await db.auditQuota.count({ where: { day: { lt: clock.now() } } })).toBeLessThan(3);
});

it("records at most 100 failures per account and day, across networks", async () => {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "viewer");
  if (actor.kind !== "user") throw new Error("a user");
  const user = { id: actor.userId, partnerId: partner.id };
  for (let n = 0; n < 110; n++) {
    const ctx = { ...platform.as(actor), address: `203.0.113.${n}` };
    await recordFailure(ctx, { action: USER_SIGN_IN_FAILED, user, reason: "password" });
  }
  const where = { partnerId: partner.id, action: "user.sign_in_failed" };
  expect(await platform.wiring.core.db.auditEvent.count({ where })).toBe(100);
});
