import { afterEach, beforeEach, expect, it } from "vitest";
import { openPlatform, PASSWORD, type Platform } from "../../testing/platform";
import { listPlatformAudit } from "../audit/queries";
import type { Ctx } from "../kernel/actor";
import { readLink } from "../sign-in/links";
import { findSessionActor, signIn } from "../sign-in/sessions";
import { inviteOperator, resetUser } from "./invitations";
import { relinkMember } from "./members";
import {
  disableOperator,
  enableOperator,
  listOperators,
  relinkOperator,
  removeOperator,
  resetOperatorSecondFactor,
} from "./operators";

type Person = Awaited<ReturnType<Platform["newOperator"]>>;

let platform: Platform;
let ann: Person;
let ben: Person;
// A new platform per test: only then is the number of operators known.
beforeEach(async () => {
  platform = await openPlatform();
  ann = await platform.newOperator();
  ben = await platform.newOperator();
});
afterEach(() => platform.close());

const idOf = ({ actor }: Person) => {
  if (actor.kind !== "operator") throw new Error("an operator");
  return actor.userId;
};
const sessionOf = ({ actor }: Person) => ("sessionId" in actor ? actor.sessionId : "");
const asAnn = (): Ctx => platform.as(ann.actor);
const asBen = (): Ctx => platform.as(ben.actor);
const failure = (code: string) => expect.objectContaining({ code });
const enter = ({ email }: Person, password = PASSWORD) =>
  signIn(platform.wiring.core, { email, password, address: null, userAgent: null });
const stateOf = async (person: Person) =>
  (await listOperators(asAnn())).find(({ id }) => id === idOf(person))?.status;

it("lists active, invited and disabled operators, and no partner users", async () => {
  await platform.newPerson(await platform.newPartner(), "owner");
  await inviteOperator(asAnn(), { email: "new@example.com" });
  await disableOperator(asAnn(), { userId: idOf(ben) });
  const listed = await listOperators(asAnn());
  const byStatus = listed.toSorted((a, b) => a.status.localeCompare(b.status));
  expect(byStatus).toMatchObject([
    { email: ann.email, status: "active", hasSecondFactor: true, isSelf: true },
    { email: ben.email, status: "disabled", hasSecondFactor: true, isSelf: false },
    { email: "new@example.com", status: "invited", hasSecondFactor: false, isSelf: false },
  ]);
});

it("disabling signs an operator out, voids their links, and sign-in fails as for an unknown account", async () => {
  const { token } = await resetUser(platform.system, { email: ben.email });
  await disableOperator(asAnn(), { userId: idOf(ben) });
  const { core } = platform.wiring;
  if (ben.actor.kind !== "operator") throw new Error("an operator");
  expect(await findSessionActor(core, ben.actor.sessionId)).toBeNull();
  await expect(readLink(platform.system, { token })).rejects.toEqual(failure("not_found"));
  const wrong = await enter(ben, "wrong").catch((error: unknown) => error);
  expect(await enter(ben).catch((error: unknown) => error)).toEqual(wrong);
  expect(wrong).toEqual(failure("unauthenticated"));
});

it("an enabled operator can sign in again with the same second factor, but old sessions stay ended", async () => {
  await disableOperator(asAnn(), { userId: idOf(ben) });
  await enableOperator(asAnn(), { userId: idOf(ben) });
  if (ben.actor.kind !== "operator") throw new Error("an operator");
  expect(await findSessionActor(platform.wiring.core, ben.actor.sessionId)).toBeNull();
  await expect(enter(ben)).rejects.toEqual(failure("second_factor_required"));
});

it("operators get a new link and lose a second factor through another operator, in the audit log", async () => {
  const { userId } = await inviteOperator(asAnn(), { email: "new@example.com" });
  expect(await relinkOperator(asAnn(), { userId })).toMatchObject({ kind: "invite" });
  const { token, kind } = await relinkOperator(asAnn(), { userId: idOf(ben) });
  expect(kind).toBe("reset");
  expect(await readLink(platform.system, { token })).toMatchObject({ email: ben.email });
  await resetOperatorSecondFactor(asAnn(), { userId: idOf(ben) });
  expect(await findSessionActor(platform.wiring.core, sessionOf(ben))).toBeNull();
  const { data } = await listPlatformAudit(asAnn(), { limit: 4 });
  expect(data.map(({ actor, sentence }) => [actor.name, sentence])).toEqual([
    [ann.email, `turned off two-factor authentication for ${ben.email}`],
    [ann.email, `created a password reset link for ${ben.email}`],
    [ann.email, "created a new invite for new@example.com"],
    [ann.email, "invited the operator new@example.com"],
  ]);
});

it("an operator needs a recent proof for links and second factors, and can't reset their own", async () => {
  const { actor } = ann;
  if (actor.kind !== "operator") throw new Error("an operator");
  const own = { userId: idOf(ann) };
  await expect(relinkOperator(asAnn(), own)).rejects.toEqual(failure("forbidden"));
  await expect(resetOperatorSecondFactor(asAnn(), own)).rejects.toEqual(failure("forbidden"));
  const old = platform.as({ ...actor, provedAt: new Date(Date.now() - 3_600_000) });
  const theirs = { userId: idOf(ben) };
  const member = await platform.newPerson(await platform.newPartner(), "owner");
  const memberId = "userId" in member.actor ? member.actor.userId : "";
  for (const call of [
    () => inviteOperator(old, { email: "late@example.com" }),
    () => relinkOperator(old, theirs),
    () => resetOperatorSecondFactor(old, theirs),
    () => relinkMember(old, { userId: memberId }),
  ]) {
    await expect(call()).rejects.toEqual(failure("reauthentication_required"));
  }
});

it("an operator who was disabled meanwhile creates no more links or invites", async () => {
  const late = asBen();
  await disableOperator(asAnn(), { userId: idOf(ben) });
  for (const call of [
    () => inviteOperator(late, { email: "late@example.com" }),
    () => relinkOperator(late, { userId: idOf(ann) }),
    () => resetOperatorSecondFactor(late, { userId: idOf(ann) }),
  ]) {
    await expect(call()).rejects.toEqual(failure("unauthenticated"));
  }
  await expect(relinkOperator(asAnn(), { userId: idOf(ben) })).rejects.toEqual(failure("conflict"));
});

it("an operator gives a partner's people new links, and no operator through a partner", async () => {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const userId = "userId" in owner.actor ? owner.actor.userId : "";
  expect(await relinkMember(asAnn(), { userId })).toMatchObject({ kind: "reset" });
  await expect(relinkMember(asAnn(), { userId: idOf(ben) })).rejects.toEqual(failure("not_found"));
  await expect(relinkOperator(asAnn(), { userId })).rejects.toEqual(failure("not_found"));
  await expect(relinkOperator(platform.as(owner.actor), { userId: idOf(ben) })).rejects.toEqual(
    failure("forbidden"),
  );
});

it("creates no session for an operator who is disabled during sign-in", async () => {
  const { core } = platform.wiring;
  const newcomer = await inviteOperator(asAnn(), { email: "late@example.com" });
  const { transact } = core;
  await transact((tx) =>
    tx.user.update({ where: { id: newcomer.userId }, data: { passwordHash: "x" } }),
  );
  const passwords: typeof core.passwords = {
    forClient: (_, work) =>
      work({
        hash: async () => "",
        verify: async () => {
          await disableOperator(asAnn(), { userId: newcomer.userId });
          return true;
        },
      }),
  };
  const input = { email: "late@example.com", password: PASSWORD, address: null, userAgent: null };
  await expect(signIn({ ...core, passwords }, input)).rejects.toEqual(failure("unauthenticated"));
  expect(await core.db.session.count({ where: { userId: newcomer.userId } })).toBe(0);
});

it("keeps the last active operator; invited and disabled ones don't count", async () => {
  await inviteOperator(asAnn(), { email: "new@example.com" });
  await disableOperator(asAnn(), { userId: idOf(ben) });
  const { system } = platform;
  const userId = idOf(ann);
  await expect(disableOperator(system, { userId })).rejects.toEqual(failure("conflict"));
  await expect(removeOperator(system, { userId })).rejects.toEqual(failure("conflict"));
  await removeOperator(system, { userId: idOf(ben) });
  expect(await stateOf(ann)).toBe("active");
});

it("keeps one of two operators who disable or remove each other concurrently", async () => {
  const results = await Promise.allSettled([
    disableOperator(asAnn(), { userId: idOf(ben) }),
    removeOperator(asBen(), { userId: idOf(ann) }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const left = await listOperators(platform.system);
  expect(left.filter(({ status }) => status === "active")).toHaveLength(1);
});

it("rejects changes of one's own account and by anyone who is not an operator", async () => {
  await expect(disableOperator(asAnn(), { userId: idOf(ann) })).rejects.toEqual(
    failure("conflict"),
  );
  const owner = await platform.newPerson(await platform.newPartner(), "owner");
  const theirs = platform.as(owner.actor);
  await expect(listOperators(theirs)).rejects.toEqual(failure("forbidden"));
  await expect(removeOperator(theirs, { userId: idOf(ben) })).rejects.toEqual(failure("forbidden"));
  if (owner.actor.kind !== "user") throw new Error("a user");
  const { userId } = owner.actor;
  await expect(removeOperator(asAnn(), { userId })).rejects.toEqual(failure("not_found"));
});

it("records actor and subject in the operators' audit log, including after removal", async () => {
  await disableOperator(asAnn(), { userId: idOf(ben) });
  await removeOperator(asAnn(), { userId: idOf(ben) });
  const { data } = await listPlatformAudit(asAnn(), { cursor: undefined, limit: 2 });
  expect(data.map(({ actor, sentence }) => `${actor.name} ${sentence}`)).toEqual([
    `${ann.email} removed the operator ${ben.email}`,
    `${ann.email} disabled the operator ${ben.email}`,
  ]);
});
