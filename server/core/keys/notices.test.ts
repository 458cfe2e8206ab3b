import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlatform, type Platform, steppingClock } from "../../../e2e/support/platform";
import { setKeyExpiry } from "./edit";
import { revokeKey } from "./mutations";
import { sweepKeys } from "./notices";

const DAY_MS = 86_400_000;
const clock = steppingClock();
let platform: Platform;
/** Another process of the same deployment, whose clock a test may change. */
let other: Platform;
let aheadMs = 0;
beforeAll(async () => {
  platform = await openPlatform({ clock });
  const skewed = { now: () => new Date(clock.now().getTime() + aheadMs) };
  other = await openPlatform({ clock: skewed, beside: platform });
});
afterAll(async () => {
  await other.close();
  await platform.close();
});

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

async function newKey(expiresAt: Date | null) {
  const { key } = await platform.newKey(await platform.newPartner(), { expiresAt });
  const told = async () => {
    const rows = await platform.system.db.event.findMany({
      where: { subjectId: key.id, type: { not: "key.created" } },
      orderBy: { sequence: "asc" },
    });
    return rows.map(({ type, data }) => {
      const { days } = data as { days?: number };
      return days === undefined ? type : `${type} ${days}`;
    });
  };
  return { keyId: key.id, told };
}
const sweep = () => sweepKeys(platform.system);

it("tells 30, 7 and 1 days before a key expires, and when it has, each once", async () => {
  const { told } = await newKey(inDays(40));
  const all: string[][] = [];
  for (let day = 0; day < 42; day++) {
    await sweep();
    await sweep();
    all.push(await told());
    clock.advance(DAY_MS);
  }
  const notices = ["key.expiring 30", "key.expiring 7", "key.expiring 1", "key.expired"];
  const atDays = [10, 33, 39, 40];
  for (const [n, day] of atDays.entries()) {
    expect(all[day - 1], `day ${day - 1}`).toEqual(notices.slice(0, n));
    expect(all[day], `day ${day}`).toEqual(notices.slice(0, n + 1));
  }
});

it("does not tell whoever sets an expiration what is due already", async () => {
  const { told, keyId } = await newKey(inDays(5));
  await sweep();
  expect(await told()).toEqual([]);
  await setKeyExpiry(platform.system, { keyId, expiresAt: inDays(20) });
  await sweep();
  expect(await told()).toEqual([]);
  clock.advance(14 * DAY_MS);
  await sweep();
  expect(await told()).toEqual(["key.expiring 7"]);
});

it("tells after a pause only what is still true", async () => {
  const late = await newKey(inDays(60));
  const ended = await newKey(inDays(50));
  clock.advance(59.5 * DAY_MS);
  await sweep();
  expect(await late.told()).toEqual(["key.expiring 1"]);
  expect(await ended.told()).toEqual(["key.expired"]);
  clock.advance(100 * DAY_MS);
  await sweep();
  expect(await late.told()).toEqual(["key.expiring 1", "key.expired"]);
});

it("tells of a scheduled revoke when it takes effect, at the time at which it did", async () => {
  const { keyId, told } = await newKey(null);
  await revokeKey(platform.system, { keyId, after: "24h" });
  const at = inDays(1);
  await sweep();
  expect(await told()).toEqual([]);
  clock.advance(3 * DAY_MS);
  await sweep();
  await sweep();
  expect(await told()).toEqual(["key.revoked"]);
  const where = { subjectId: keyId, type: "key.revoked" };
  const event = await platform.system.db.event.findFirst({ where });
  expect([event?.occurredAt, event?.data]).toEqual([at, { label: "test", was_scheduled: true }]);
});

it("tells once where several processes sweep at once", async () => {
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => newKey(inDays(2))));
  clock.advance(3 * DAY_MS);
  await Promise.all([sweep(), sweepKeys(other.system), sweep(), sweepKeys(other.system)]);
  for (const { told } of keys) expect(await told()).toEqual(["key.expired"]);
});

it("tells once where a process's clock jumps ahead and back", async () => {
  const { keyId, told } = await newKey(inDays(45));
  aheadMs = 40 * DAY_MS;
  await sweepKeys(other.system);
  aheadMs = 0;
  await sweepKeys(other.system);
  expect(await told()).toEqual(["key.expiring 7"]);
  clock.advance(39 * DAY_MS);
  await sweep();
  expect(await told()).toEqual(["key.expiring 7"]);
  aheadMs = 10 * DAY_MS;
  await sweepKeys(other.system);
  aheadMs = 0;
  expect(await told()).toEqual(["key.expiring 7", "key.expired"]);
  // The key lives on, by the right clock, and is given more time.
  await setKeyExpiry(platform.system, { keyId, expiresAt: inDays(10) });
  clock.advance(11 * DAY_MS);
  await sweep();
  expect((await told()).slice(2)).toEqual(["key.expired"]);
});

it("tells nothing of a key that was revoked before it would expire", async () => {
  const { keyId, told } = await newKey(inDays(40));
  await revokeKey(platform.system, { keyId, after: "now" });
  clock.advance(50 * DAY_MS);
  await sweep();
  expect(await told()).toEqual(["key.revoked"]);
});

it("tells nothing of keys that ended before there were events", async () => {
  const { keyId, told } = await newKey(null);
  const expiresAt = new Date("2020-01-01");
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: keyId }, data: { expiresAt } }),
  );
  await sweep();
  expect(await told()).toEqual([]);
});
