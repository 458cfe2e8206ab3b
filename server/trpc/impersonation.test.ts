import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../e2e/support/platform";
import { impersonate } from "../core/impersonation";
import type { Partner } from "../core/partners/schema";

let platform: Platform;
let operator: Awaited<ReturnType<Platform["newOperator"]>>;
let partner: Partner;
beforeAll(async () => {
  platform = await openPlatform();
});
beforeEach(async () => {
  operator = await platform.newOperator();
  partner = await platform.newPartner();
});
afterAll(() => platform.close());

const views = (of = partner) =>
  platform.wiring.core.db.auditEvent.findMany({
    where: { partnerId: of.id, action: "partner.viewed" },
  });
const looking = (of = partner) => platform.caller(operator.actor, of.id);

it("writes an operator's first read of a partner's things to the audit log, once a session and partner", async () => {
  await Promise.all([
    looking().keys.list(),
    looking().customers.list({}),
    looking().requests.list({}),
    looking().usage.summary(),
    looking().session.whoAmI(),
  ]);
  await looking().team.list();
  expect(await views()).toMatchObject([
    { actorKind: "operator", subject: partner.id, address: "192.0.2.1" },
  ]);

  const other = await platform.newPartner();
  await looking(other).prices.list({});
  expect(await views(other)).toHaveLength(1);
  expect(await views()).toHaveLength(1);
});

it("writes it again for the operator's next session", async () => {
  await looking().keys.list();
  const { actor } = operator;
  if (actor.kind !== "operator") throw new Error("an operator");
  const id = `${actor.sessionId}x`;
  await platform.wiring.core.transact(async (tx) => {
    const session = await tx.session.findUniqueOrThrow({ where: { id: actor.sessionId } });
    await tx.session.create({ data: { ...session, id } });
  });
  await platform.caller({ ...actor, sessionId: id }, partner.id).keys.list();
  expect(await views()).toHaveLength(2);
});

it("shows nothing where it cannot be written", async () => {
  const { core } = platform.wiring;
  const transact = () => Promise.reject(new Error("the disk is full"));
  const context = { actor: operator.actor, address: null, viewing: partner.id };
  const call = impersonate({ core: { ...core, transact }, ...context });
  await expect(call).rejects.toThrow("the disk is full");
});

it("writes nothing for a partner's own people, and for operators who may not look yet", async () => {
  const { actor } = await platform.newPerson(partner, "viewer");
  const other = await platform.newPartner();
  await platform.caller(actor, other.id).keys.list();
  if (operator.actor.kind !== "operator") throw new Error("an operator");
  const newcomer = { ...operator.actor, mustEnrol: true } as const;
  await expect(platform.caller(newcomer, other.id).keys.list()).rejects.toThrow();
  expect(await views(other)).toEqual([]);
});

it("says of a partner that does not exist what it says of any other thing", async () => {
  for (const id of ["prt_none", "prt_\0", "x".repeat(100_000)]) {
    const read = platform.caller(operator.actor, id).keys.list();
    await expect(read).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

it("lets an operator read a partner's things in no other way", async () => {
  const direct = platform.caller(operator.actor);
  const requestId = "req_none";
  for (const read of [
    direct.requests.list({}),
    direct.requests.get({ requestId }),
    direct.usage.summary(),
    direct.usage.series({}),
    direct.keys.history({ keyId: "key_none" }),
    direct.keys.list(),
    direct.customers.list({}),
    direct.team.list(),
  ]) {
    await expect(read).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});
