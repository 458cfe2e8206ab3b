import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { personOf } from "../kernel/access";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import { removeMember } from "../team/members";
import { issueKey, revokeKey, rotateKey, setKeyLimit } from "./mutations";
import { listKeyHistory } from "./queries";

const platform = await platformForTests();

const limit = 25;

it("lists a key's history newest first and hides the names of operators", async () => {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const operator = platform.as((await platform.newOperator()).actor);
  const own = platform.as(owner.actor);
  const { key } = await issueKey(own, { partnerId: partner.id, label: "ci", scopes: [] });
  await setKeyLimit(operator, { keyId: key.id, perMinute: 400 });
  const wish = { keyId: key.id, wantedPerMinute: 900, reason: "more shops" };
  const { id } = await openLimitRequest(own, wish);
  await decideLimitRequest(operator, { decision: "approve", id, perMinute: 800 });
  const rotated = await rotateKey(own, { keyId: key.id });
  await revokeKey(own, { keyId: key.id, after: "now" });
  const historyOf = async (keyId: string) => {
    const { data } = await listKeyHistory(own, { keyId, limit });
    return data.map(({ action, by }) => [action, by]);
  };
  expect(await historyOf(key.id)).toEqual([
    ["key.revoked", owner.email],
    ["key.rotated", owner.email],
    ["limit_request.approved", "operator"],
    ["limit_request.opened", owner.email],
    ["key.limit_set", "operator"],
    ["key.issued", owner.email],
  ]);
  expect(await historyOf(rotated.key.id)).toEqual([["key.rotated", owner.email]]);
});

it("paginates", async () => {
  const { key } = await platform.newKey(await platform.newPartner());
  for (const perMinute of [1, 2, 3])
    await setKeyLimit(platform.system, { keyId: key.id, perMinute });
  const first = await listKeyHistory(platform.system, { keyId: key.id, limit: 3 });
  const cursor = first.nextCursor ?? "";
  const second = await listKeyHistory(platform.system, { keyId: key.id, limit: 3, cursor });
  const actions = [...first.data, ...second.data].map(({ action }) => action);
  expect(actions).toEqual([...Array(3).fill("key.limit_set"), "key.issued"]);
  expect(second.nextCursor).toBeNull();
});

it("still names users who have left the team", async () => {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, "developer");
  const ctx = platform.as(actor);
  const { key } = await issueKey(ctx, { partnerId: partner.id, label: "ci", scopes: [] });
  await removeMember(platform.system, { userId: personOf(ctx).userId });
  const { data } = await listKeyHistory(platform.system, { keyId: key.id, limit });
  expect(data.map(({ by }) => by)).toEqual([email]);
});

it("treats another partner's key as not found", async () => {
  const { key } = await platform.newKey(await platform.newPartner());
  const stranger = await platform.newPerson(await platform.newPartner(), "owner");
  const asked = listKeyHistory(platform.as(stranger.actor), { keyId: key.id, limit });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
});
