import { expect, it } from "vitest";
import { deferred } from "../../testing/deferred";
import { platformForTests } from "../../testing/platform";
import { issueKey } from "../keys/mutations";
import { setPartnerStatus } from "../partners/mutations";
import { removeMember, setMemberRole } from "../team/members";
import { disableOperator } from "../team/operators";

const platform = await platformForTests();
const { system } = platform;
const failure = (code: string) => expect.objectContaining({ code });

/** Holds a partner as a change that takes long. */
async function hold(partnerId: string) {
  const { promise: held, resolve: isHeld } = deferred();
  const { promise: released, resolve: release } = deferred();
  const holding = system.transact(async (tx) => {
    await tx.$queryRaw`SELECT id FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
    isHeld();
    await released;
  });
  await held;
  return async () => {
    release();
    await holding;
  };
}

/** Resolves once so many transactions wait for locks. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const [row] = await system.db.$queryRaw<{ n: number }[]>`
        SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.n;
    })
    .toBe(count);

it("a change that waits for its turn is refused if its operator is disabled meanwhile", async () => {
  const { id: partnerId } = await platform.newPartner();
  const { actor } = await platform.newOperator();
  await platform.newOperator();
  if (actor.kind !== "operator") throw new Error("not an operator");
  const release = await hold(partnerId);
  const change = setPartnerStatus(platform.as(actor), { partnerId, status: "suspended" });
  const refused = expect(change).rejects.toEqual(failure("unauthenticated"));
  await waiting(1);
  await disableOperator(system, { userId: actor.userId });
  await release();
  await refused;
  const partner = await system.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
  expect(partner.status).toBe("active");
});

it("a change that follows the removal or the demotion of its member is refused", async () => {
  const partner = await platform.newPartner();
  const { id: partnerId } = partner;
  await platform.newPerson(partner, "owner");
  const removed = await platform.newPerson(partner, "developer");
  const demoted = await platform.newPerson(partner, "developer");
  const idOf = ({ actor }: typeof removed) => (actor.kind === "user" ? actor.userId : "");
  const issue = ({ actor }: typeof removed) =>
    issueKey(platform.as(actor), { partnerId, label: "Late", scopes: [] });
  const release = await hold(partnerId);
  const changes = [
    removeMember(system, { userId: idOf(removed) }),
    setMemberRole(system, { userId: idOf(demoted), role: "viewer" }),
  ];
  await waiting(2);
  const refusals = [
    expect(issue(removed)).rejects.toEqual(failure("unauthenticated")),
    expect(issue(demoted)).rejects.toEqual(failure("forbidden")),
  ];
  await waiting(4);
  await release();
  await Promise.all([...changes, ...refusals]);
  expect(await system.db.apiKey.count({ where: { partnerId } })).toBe(0);
});
