import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../core/kernel/actor";
import { enterPartner } from "../core/partners/enter";
import type { Partner } from "../core/partners/schema";
import { type Platform, platformForTests } from "../testing/platform";

let operator: Awaited<ReturnType<Platform["newOperator"]>>;
let partner: Partner;
const platform = await platformForTests();
beforeEach(async () => {
  operator = await platform.newOperator();
  partner = await platform.newPartner();
});

const views = (of = partner) =>
  platform.wiring.core.db.auditEvent.findMany({
    where: { partnerId: of.id, action: "partner.viewed" },
  });
const caller = (actor: Actor = operator.actor) => platform.caller(actor);
const code = () => ({ partner: partner.code });

it("records an operator's first read of a partner in the audit log, once per session and partner", async () => {
  await Promise.all([
    caller().keys.list(code()),
    caller().customers.list(code()),
    caller().requests.list(code()),
    caller().usage.summary(code()),
    caller().session.access(code()),
  ]);
  await caller().team.list(code());
  expect(await views()).toMatchObject([
    { actorKind: "operator", subject: partner.id, address: "192.0.2.1" },
  ]);

  const other = await platform.newPartner();
  await caller().prices.list({ partner: other.code });
  expect(await views(other)).toHaveLength(1);
  expect(await views()).toHaveLength(1);
});

it("records it again in the operator's next session", async () => {
  await caller().keys.list(code());
  const { actor } = operator;
  if (actor.kind !== "operator") throw new Error("an operator");
  const id = `${actor.sessionId}x`;
  await platform.wiring.core.transact(async (tx) => {
    const session = await tx.session.findUniqueOrThrow({ where: { id: actor.sessionId } });
    await tx.session.create({ data: { ...session, id } });
  });
  await caller({ ...actor, sessionId: id }).keys.list(code());
  expect(await views()).toHaveLength(2);
});

it("rejects an operator whose session has ended in the meantime", async () => {
  if (operator.actor.kind !== "operator") throw new Error("an operator");
  const ended = { ...operator.actor, sessionId: "ended" };
  await expect(caller(ended).keys.list(code())).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(await views()).toEqual([]);
});

it("returns nothing if the audit row can't be written", async () => {
  const { core } = platform.wiring;
  const transact = () => Promise.reject(new Error("the disk is full"));
  const broken = { core: { ...core, transact }, actor: operator.actor, address: null };
  const call = enterPartner(broken, partner.code);
  await expect(call).rejects.toThrow("the disk is full");
});

it("records nothing for partner users and for operators without two-factor authentication", async () => {
  const { actor } = await platform.newPerson(partner, "viewer");
  await caller(actor).keys.list(code());
  if (operator.actor.kind !== "operator") throw new Error("an operator");
  const newcomer = { ...operator.actor, mustEnrol: true } as const;
  await expect(caller(newcomer).keys.list(code())).rejects.toThrow();
  expect(await views()).toEqual([]);
});

it("treats an unknown partner as not found", async () => {
  for (const unknown of ["no-such-partner", "__proto__"]) {
    const read = caller().keys.list({ partner: unknown });
    await expect(read).rejects.toMatchObject({
      code: unknown === "__proto__" ? "BAD_REQUEST" : "NOT_FOUND",
    });
  }
});

it("allows an operator only the actions that operators have", async () => {
  const { access } = await caller().session.access(code());
  const offered = Object.entries(access).filter(([, one]) => one !== "hidden");
  expect(offered.map(([action]) => action)).toEqual([
    "key.revoked",
    "key.limit_set",
    "key.leak_dismissed",
    "customer.transferred",
    "user.invited",
    "user.reset",
    "user.second_factor_reset",
    "partner.updated",
    "payout.marked",
    "term.created",
    "payout_details.canceled",
  ]);
});

it("offers a suspended partner's owner what removes access, and marks the rest as suspended", async () => {
  const { actor } = await platform.newPerson(partner, "owner");
  const data = { where: { id: partner.id }, data: { status: "suspended" } } as const;
  await platform.wiring.core.transact((tx) => tx.partner.update(data));
  const { access } = await caller(actor).session.access(code());
  expect(access).toMatchObject({
    "key.issued": "suspended",
    "key.revoked": "allowed",
    "user.removed": "allowed",
    "key.limit_set": "hidden",
  });
});
