import { expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { setPartnerStatus } from "../partners/mutations";
import { type IssuedKey, issueKey, revokeKey, rotateKey, setKeyLimit } from "./mutations";
import { listKeys } from "./search";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const input = { label: "ci", scopes: ["accounts:read" as const] };
const failure = (code: string) => expect.objectContaining({ code });

it("loses no write when 50 keys are created and revoked concurrently", async () => {
  const partner = await platform.newPartner();
  const { system } = platform;
  const issue = () => issueKey(system, { partnerId: partner.id, ...input });
  const issued = fulfilled(await concurrently(Array(50).fill(null), issue));
  const plaintexts = issued.map(({ plaintext }) => plaintext);
  expect(new Set(plaintexts).size).toBe(50);
  const revoke = ({ key }: IssuedKey) => revokeKey(system, { keyId: key.id, after: "now" });
  fulfilled(await concurrently(issued, revoke));
  const { data: keys } = await listKeys(system, { partnerId: partner.id, limit: 100 });
  expect(keys.map((key) => key.state)).toEqual(Array(50).fill("revoked"));
  const events = await system.db.auditEvent.groupBy({
    by: ["action"],
    where: { partnerId: partner.id },
    _count: true,
    orderBy: { action: "asc" },
  });
  expect(events.map(({ action, _count }) => [action, _count])).toEqual([
    ["key.issued", 50],
    ["key.revoked", 50],
    ["partner.created", 1],
  ]);
});

it("never exceeds the partner's limit of active keys under concurrency", async () => {
  const partner = await platform.newPartner();
  const results = await concurrently(Array(60).fill(null), () =>
    issueKey(platform.system, { partnerId: partner.id, ...input }),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(10);
  expect(refused[0]?.reason).toMatchObject({ code: "conflict", details: { limit: 50 } });
  const { data } = await listKeys(platform.system, { partnerId: partner.id, limit: 1 });
  const [first] = data;
  await revokeKey(platform.system, { keyId: first?.id ?? "", after: "now" });
  await issueKey(platform.system, { partnerId: partner.id, ...input });
});

it("creates one new key per rotation, however often Rotate is pressed", async () => {
  const { key } = await platform.newKey(await platform.newPartner());
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => rotateKey(platform.system, { keyId: key.id })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("copies label, scopes, limit and expiration to the new key", async () => {
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  const { key } = await platform.newKey(await platform.newPartner(), { ...input, expiresAt });
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 600 });
  const successor = (await rotateKey(platform.system, { keyId: key.id })).key;
  expect(successor).toMatchObject({ ...input, expiresAt, perMinute: 600, replacesId: key.id });
});

it("rejects the rotation of a revoked or expired key", async () => {
  const partner = await platform.newPartner();
  const revoked = (await platform.newKey(partner)).key;
  await revokeKey(platform.system, { keyId: revoked.id, after: "now" });
  const expiresAt = new Date(clock.now().getTime() + 1_000);
  const expired = (await platform.newKey(partner, { expiresAt })).key;
  clock.advance(1_000);
  for (const { id } of [revoked, expired]) {
    await expect(rotateKey(platform.system, { keyId: id })).rejects.toEqual(failure("conflict"));
  }
});

it("partner users can't create a key with a custom limit", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const roomy = issueKey(owner, { partnerId: partner.id, ...input, perMinute: 1_000_000 });
  await expect(roomy).rejects.toEqual(failure("forbidden"));
});

it("can bring a scheduled revocation forward, but not postpone it", async () => {
  const { key } = await platform.newKey(await platform.newPartner());
  const revoke = (after: "now" | "1h" | "7d") =>
    revokeKey(platform.system, { keyId: key.id, after });
  const inAnHour = (await revoke("1h")).revokedAt;
  expect((await revoke("7d")).revokedAt).toEqual(inAnHour);
  expect((await revoke("now")).state).toBe("revoked");
  expect((await revoke("now")).state).toBe("revoked");
});

it("rejects an expiration in the past", async () => {
  const partner = await platform.newPartner();
  const expiresAt = clock.now();
  const tried = issueKey(platform.system, { partnerId: partner.id, ...input, expiresAt });
  await expect(tried).rejects.toEqual(failure("validation_failed"));
});

it("while suspended, keys can be revoked, but not created or rotated", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const { key } = await platform.newKey(partner);
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  await expect(issueKey(owner, { partnerId: partner.id, ...input })).rejects.toEqual(
    failure("partner_suspended"),
  );
  await expect(rotateKey(owner, { keyId: key.id })).rejects.toEqual(failure("partner_suspended"));
  expect((await revokeKey(owner, { keyId: key.id, after: "now" })).state).toBe("revoked");
});

it("records actor, action and IP address in the audit log", async () => {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, "developer");
  const { key } = await issueKey(platform.as(actor), { partnerId: partner.id, ...input });
  const [event] = await platform.system.db.auditEvent.findMany({ where: { subject: key.id } });
  expect(key.createdBy).toBe(email);
  expect(event).toMatchObject({
    action: "key.issued",
    actorKind: "user",
    actor: actor.kind === "user" && actor.userId,
    address: "192.0.2.1",
    partnerId: partner.id,
    detail: { label: "ci", scopes: ["accounts:read"], expires_at: null, per_minute: 300 },
  });
});

it("writes no audit row for a failed write", async () => {
  const partner = await platform.newPartner();
  const count = () => platform.system.db.auditEvent.count({ where: { partnerId: partner.id } });
  const before = await count();
  const { key } = await platform.newKey(partner);
  await rotateKey(platform.system, { keyId: key.id });
  await expect(rotateKey(platform.system, { keyId: key.id })).rejects.toEqual(failure("conflict"));
  expect(await count()).toBe(before + 2);
});
