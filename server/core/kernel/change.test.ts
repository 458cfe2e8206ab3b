import { expect, it } from "vitest";
import { jsonClient } from "../../rest/testing/json-client";
import { platformForTests } from "../../testing/platform";
import { issueKey } from "../keys/mutations";
import { setPartnerStatus } from "../partners/mutations";
import { revokePlatformKey } from "../platform-keys/mutations";
import { disableOperator } from "../team/operators";
import { holdPartner, waitingFor } from "./testing/held-partner";

const platform = await platformForTests();
const { system } = platform;
const failure = (code: string) => expect.objectContaining({ code });

const hold = (partnerId: string) => holdPartner(system, partnerId);
const waiting = (count: number) => waitingFor(system, count);

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
  const removed = await platform.newPerson(partner, "developer");
  const demoted = await platform.newPerson(partner, "developer");
  const idOf = ({ actor }: typeof removed) => ({ id: "userId" in actor ? actor.userId : "" });
  const release = await hold(partnerId);
  const issue = ({ actor }: typeof removed) =>
    issueKey(platform.as(actor), { partnerId, label: "Late", scopes: [] });
  const refusals = [
    expect(issue(removed)).rejects.toEqual(failure("unauthenticated")),
    expect(issue(demoted)).rejects.toEqual(failure("forbidden")),
  ];
  await waiting(2);
  await release(async (tx) => {
    await tx.user.delete({ where: idOf(removed) });
    await tx.user.update({ where: idOf(demoted), data: { role: "viewer" } });
  });
  await Promise.all(refusals);
  expect(await system.db.apiKey.count({ where: { partnerId } })).toBe(0);
});

it("a write of a key that is revoked while it waits is refused", async () => {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, { scopes: ["accounts:write"] });
  const api = jsonClient(platform.call, plaintext);
  const write = async (n: number) =>
    (await api("POST", "/accounts", { email: `late${n}@example.com` })).status;
  await api("GET", "/me");
  const release = await hold(partner.id);
  const writes = [1, 2, 3, 4, 5, 6].map(write);
  // The others wait in this process.
  await waiting(2);
  const data = { revokedAt: new Date() };
  await release((tx) => tx.apiKey.update({ where: { id: key.id }, data }));
  expect(await Promise.all(writes)).toEqual(Array.from({ length: 6 }, () => 401));
});

it("a write of a platform key that is revoked while it waits is refused", async () => {
  const { id: partnerId, code } = await platform.newPartner();
  const { key, plaintext } = await platform.newPlatformKey({
    scopes: ["partners:write"],
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const release = await hold(partnerId);
  const api = jsonClient(platform.callPlatform, plaintext);
  const suspending = api("POST", `/partners/${code}/suspend`, { reason: "Late" });
  await waiting(1);
  await revokePlatformKey(system, { keyId: key.id, after: "now" });
  await release();
  expect((await suspending).status).toBe(401);
  const partner = await system.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
  expect(partner.status).toBe("active");
});

it("a write is refused if its key lost the scope or the address while it waited", async () => {
  const partner = await platform.newPartner();
  const scopes = ["accounts:read", "accounts:write"];
  const narrowed = await platform.newKey(partner, { scopes });
  const moved = await platform.newKey(partner, { scopes });
  const release = await hold(partner.id);
  const write = async ({ plaintext }: typeof narrowed, email: string) => {
    const { status, body } = await jsonClient(platform.call, plaintext)("POST", "/accounts", {
      email,
    });
    return [status, body.code];
  };
  const writes = [write(narrowed, "scope@example.com"), write(moved, "address@example.com")];
  await waiting(2);
  await release(async (tx) => {
    const data = { scopes: ["accounts:read"] };
    await tx.apiKey.update({ where: { id: narrowed.key.id }, data });
    const allowedNetworks = ["203.0.113.0/24"];
    await tx.apiKey.update({ where: { id: moved.key.id }, data: { allowedNetworks } });
  });
  expect(await Promise.all(writes)).toEqual([
    [403, "insufficient_scope"],
    [403, "address_not_allowed"],
  ]);
  expect(await system.db.customer.count({ where: { partnerId: partner.id } })).toBe(0);
});
