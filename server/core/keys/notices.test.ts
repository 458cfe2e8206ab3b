import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { setKeyExpiry } from "./edit";
import { revokeKey } from "./mutations";
import { sweepKeys } from "./notices";

const DAY_MS = 86_400_000;
const clock = steppingClock();
let aheadMs = 0;
const platform = await platformForTests({ clock });
const skewed = { now: () => new Date(clock.now().getTime() + aheadMs) };
/** Another process of the same deployment, whose clock a test may change. */
const other = await platformForTests({ clock: skewed, beside: platform });

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

async function newKey(expiresAt: Date | null) {
  const { key } = await platform.newKey(await platform.newPartner(), { expiresAt });
  const newNotices = async () => {
    const rows = await platform.system.db.event.findMany({
      where: { subjectId: key.id, type: { not: "key.created" } },
      orderBy: { sequence: "asc" },
    });
    return rows.map(({ type, data }) => {
      const { days } = data as { days?: number };
      return days === undefined ? type : `${type} ${days}`;
    });
  };
  return { keyId: key.id, newNotices };
}
const sweep = () => sweepKeys(platform.system);

it("writes an event 30, 7 and 1 days before a key expires, and when it has, each once", async () => {
  const { newNotices } = await newKey(inDays(40));
  const all: string[][] = [];
  for (let day = 0; day < 42; day++) {
    await sweep();
    await sweep();
    all.push(await newNotices());
    clock.advance(DAY_MS);
  }
  const notices = ["key.expiring 30", "key.expiring 7", "key.expiring 1", "key.expired"];
  const atDays = [10, 33, 39, 40];
  for (const [n, day] of atDays.entries()) {
    expect(all[day - 1], `day ${day - 1}`).toEqual(notices.slice(0, n));
    expect(all[day], `day ${day}`).toEqual(notices.slice(0, n + 1));
  }
});

it("writes no event for a notice that is due when the expiration is set", async () => {
  const { newNotices, keyId } = await newKey(inDays(5));
  await sweep();
  expect(await newNotices()).toEqual([]);
  await setKeyExpiry(platform.system, { keyId, expiresAt: inDays(20) });
  await sweep();
  expect(await newNotices()).toEqual([]);
  clock.advance(14 * DAY_MS);
  await sweep();
  expect(await newNotices()).toEqual(["key.expiring 7"]);
});

it("writes after a pause only the events that are still true", async () => {
  const late = await newKey(inDays(60));
  const ended = await newKey(inDays(50));
  clock.advance(59.5 * DAY_MS);
  await sweep();
  expect(await late.newNotices()).toEqual(["key.expiring 1"]);
  expect(await ended.newNotices()).toEqual(["key.expired"]);
  clock.advance(100 * DAY_MS);
  await sweep();
  expect(await late.newNotices()).toEqual(["key.expiring 1", "key.expired"]);
});

it("writes the event of a scheduled revoke when it takes effect, with that time", async () => {
  const { keyId, newNotices } = await newKey(null);
  await revokeKey(platform.system, { keyId, after: "24h" });
  const at = inDays(1);
  await sweep();
  expect(await newNotices()).toEqual([]);
  clock.advance(3 * DAY_MS);
  await sweep();
  await sweep();
  expect(await newNotices()).toEqual(["key.revoked"]);
  const where = { subjectId: keyId, type: "key.revoked" };
  const event = await platform.system.db.event.findFirst({ where });
  expect([event?.occurredAt, event?.data]).toEqual([at, { label: "test", was_scheduled: true }]);
});

it("writes each event once where several processes sweep at once", async () => {
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => newKey(inDays(2))));
  clock.advance(3 * DAY_MS);
  await Promise.all([sweep(), sweepKeys(other.system), sweep(), sweepKeys(other.system)]);
  for (const { newNotices } of keys) expect(await newNotices()).toEqual(["key.expired"]);
});

it("writes each event once where a process's clock jumps ahead and back", async () => {
  const { keyId, newNotices } = await newKey(inDays(45));
  aheadMs = 40 * DAY_MS;
  await sweepKeys(other.system);
  aheadMs = 0;
  await sweepKeys(other.system);
  expect(await newNotices()).toEqual(["key.expiring 7"]);
  clock.advance(39 * DAY_MS);
  await sweep();
  expect(await newNotices()).toEqual(["key.expiring 7"]);
  aheadMs = 10 * DAY_MS;
  await sweepKeys(other.system);
  aheadMs = 0;
  expect(await newNotices()).toEqual(["key.expiring 7", "key.expired"]);
  // By the right clock, the key is still active; its expiration is extended.
  await setKeyExpiry(platform.system, { keyId, expiresAt: inDays(10) });
  clock.advance(11 * DAY_MS);
  await sweep();
  expect((await newNotices()).slice(2)).toEqual(["key.expired"]);
});

it("writes no event for a key that was revoked before it would expire", async () => {
  const { keyId, newNotices } = await newKey(inDays(40));
  await revokeKey(platform.system, { keyId, after: "now" });
  clock.advance(50 * DAY_MS);
  await sweep();
  expect(await newNotices()).toEqual(["key.revoked"]);
});

it("writes no event for keys that ended before there were events", async () => {
  const { keyId, newNotices } = await newKey(null);
  const expiresAt = new Date("2020-01-01");
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: keyId }, data: { expiresAt } }),
  );
  await sweep();
  expect(await newNotices()).toEqual([]);
});
