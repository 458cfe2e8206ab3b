import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { revokeKey } from "../keys/mutations";
import { setPartnerStatus } from "../partners/mutations";
import { getUsageOverview, getUsageSeries, getUsageSummary } from "./queries";
import type { UsageQuery } from "./schema";

const clock = steppingClock(new Date("2026-11-21T10:30:00Z"));
const HOUR_MS = 3_600_000;
const platform = await platformForTests({ clock });

async function use(keyId: string, at: string, statuses: number[]) {
  const { recorder } = platform.wiring;
  for (const status of statuses)
    recorder.record({ keyId, at: new Date(at), status, address: "::1" });
  await recorder.flush();
}

async function newPair() {
  const partner = await platform.newPartner();
  const one = (await platform.newKey(partner)).key;
  const two = (await platform.newKey(partner)).key;
  await use(one.id, "2026-11-21T10:29:59Z", [200, 200, 404, 429]);
  await use(one.id, "2026-11-21T09:00:00Z", [500]);
  await use(two.id, "2026-11-20T11:00:00Z", [200]);
  await use(two.id, "2026-11-20T10:59:00Z", [200, 200]);
  return { partner, one, two };
}

const overviewOf = ({ id }: { id: string }) => getUsageOverview(platform.system, { partnerId: id });

const query = (part: Partial<UsageQuery>): UsageQuery => ({ interval: "hour", ...part });

it("returns every interval, including empty ones, with totals that match the counts", async () => {
  const { partner, one } = await newPair();
  const day = await getUsageSeries(platform.system, { partnerId: partner.id, ...query({}) });
  expect(day.points).toHaveLength(24);
  expect([day.from, day.to]).toEqual([
    new Date("2026-11-20T11:00:00Z"),
    new Date("2026-11-21T11:00:00Z"),
  ]);
  expect(day.points.at(-1)).toEqual({
    at: new Date("2026-11-21T10:00:00Z"),
    succeeded: 2,
    failed: 1,
    rateLimited: 1,
    peak: 4,
    peakTenSeconds: null,
  });
  const none = { succeeded: 0, failed: 0, rateLimited: 0, peak: 0, peakTenSeconds: null };
  expect(day.points[1]).toEqual({ at: new Date("2026-11-20T12:00:00Z"), ...none });
  expect(day.points.reduce((sum, point) => sum + point.succeeded, 0)).toBe(3);
  const own = await getUsageSeries(platform.system, {
    partnerId: partner.id,
    ...query({ keyId: one.id }),
  });
  expect(own.points.reduce((sum, point) => sum + point.succeeded, 0)).toBe(2);
});

it.each([
  ["minute", "2026-11-21T10:29:00Z", "2026-11-21T10:30:00Z", [2]],
  ["hour", "2026-11-21T10:29:00Z", "2026-11-21T10:30:00Z", [2]],
  ["day", "2026-11-20T03:00:00Z", "2026-11-21T12:00:00Z", [3, 2]],
] as const)("returns whole intervals of a %s", async (interval, from, to, succeeded) => {
  const { partner } = await newPair();
  const asked = { interval, from: new Date(from), to: new Date(to) };
  const series = await getUsageSeries(platform.system, { partnerId: partner.id, ...asked });
  expect(series.points.map((point) => point.succeeded)).toEqual(succeeded);
});

it("returns the peak minute of an interval, per key and overall", async () => {
  const { partner, one, two } = await newPair();
  await use(two.id, "2026-11-21T10:29:01Z", [200, 200]);
  await use(two.id, "2026-11-21T10:12:00Z", [200, 200, 200]);
  const peakOf = async (keyId?: string) => {
    const asked = query(keyId === undefined ? {} : { keyId });
    return (await getUsageSeries(platform.system, { partnerId: partner.id, ...asked })).points.at(
      -1,
    )?.peak;
  };
  expect(await peakOf(one.id)).toBe(4);
  expect(await peakOf(two.id)).toBe(3);
  expect(await peakOf()).toBe(6);
});

it("returns the most calls of a key in ten seconds, also across minutes", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  await use(key.id, "2026-11-21T09:59:59Z", [200, 200, 200]);
  await use(key.id, "2026-11-21T10:00:01Z", [200, 429]);
  await use(key.id, "2026-11-21T10:00:21Z", [200, 200]);
  await use(key.id, "2026-11-21T10:00:29Z", [429, 429]);
  await use(key.id, "2026-11-21T10:05:00Z", [200]);
  const from = new Date("2026-11-21T10:00:00Z");
  const series = (interval: "minute" | "hour", to: string) =>
    getUsageSeries(platform.system, {
      partnerId: partner.id,
      keyId: key.id,
      interval,
      from,
      to: new Date(to),
    });
  expect((await series("hour", "2026-11-21T11:00:00Z")).points).toMatchObject([
    { peakTenSeconds: 5, peak: 6 },
  ]);
  const { points } = await series("minute", "2026-11-21T10:06:00Z");
  expect(points.map(({ peakTenSeconds }) => peakTenSeconds)).toEqual([5, 0, 0, 0, 0, 1]);
});

it("returns no peak of ten seconds where an earlier release counted the calls", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  const minute = new Date("2026-11-21T10:00:00Z");
  await platform.wiring.core.transact(
    (tx) =>
      tx.$executeRaw`INSERT INTO key_usage (key_id, minute, succeeded) VALUES (${key.id}, ${minute}, 7)`,
  );
  const { points } = await getUsageSeries(platform.system, {
    ...query({ keyId: key.id, from: minute }),
    partnerId: partner.id,
  });
  expect(points).toMatchObject([{ succeeded: 7, peak: 7, peakTenSeconds: null }]);
});

it.each([
  ["nothing", { to: new Date("2026-11-21T10:00:00Z"), from: new Date("2026-11-21T10:00:00Z") }],
  ["too many points", { interval: "minute", from: new Date("2026-11-01T00:00:00Z") } as const],
])("rejects %s", async (_what, part) => {
  const { id } = await platform.newPartner();
  const asked = getUsageSeries(platform.system, { partnerId: id, ...query(part) });
  await expect(asked).rejects.toMatchObject({ code: "validation_failed" });
});

it("treats another partner's key as not found", async () => {
  const { one } = await newPair();
  const { id } = await platform.newPartner();
  const asked = getUsageSeries(platform.system, { partnerId: id, ...query({ keyId: one.id }) });
  await expect(asked).rejects.toMatchObject({ code: "not_found" });
});

it("returns the last 24 hours per partner and key, by hour", async () => {
  const { partner, one, two } = await newPair();
  const summary = await getUsageSummary(platform.system, { partnerId: partner.id });
  expect(summary.partner).toMatchObject({ succeeded: 3, failed: 2, rateLimited: 1 });
  expect(summary.partner.hours).toHaveLength(24);
  expect([0, 22, 23].map((hour) => summary.partner.hours[hour])).toEqual([1, 1, 4]);
  const byId = new Map(summary.keys.map((key) => [key.keyId, key]));
  expect(byId.get(one.id)).toMatchObject({ succeeded: 2, failed: 2, rateLimited: 1 });
  expect(byId.get(two.id)).toMatchObject({ succeeded: 1 });
  expect(byId.get(two.id)?.hours.reduce((a, b) => a + b, 0)).toBe(1);
});

it("returns the busiest keys of the last 24 hours, also revoked ones", async () => {
  const partner = await platform.newPartner();
  const keys = await Promise.all(
    Array.from({ length: 7 }, async () => (await platform.newKey(partner)).key),
  );
  for (const [index, { id }] of keys.entries())
    await use(id, "2026-11-21T10:00:00Z", Array<number>(index).fill(200));
  await revokeKey(platform.system, { keyId: keys[6]?.id ?? "", after: "now" });
  const { busiest, partner: all } = await overviewOf(partner);
  expect(busiest.map(({ key }) => key.id)).toEqual([6, 5, 4, 3, 2].map((n) => keys[n]?.id));
  expect(busiest[0]).toMatchObject({ succeeded: 6, hours: [...Array(23).fill(0), 6] });
  expect(all).toMatchObject({ succeeded: 21, hours: [...Array(23).fill(0), 21] });
});

it("returns the active keys with the highest shares of 429s, and none for a single one among hundreds", async () => {
  const partner = await platform.newPartner();
  const newKey = async (answered: number, refused: number) => {
    const { key } = await platform.newKey(partner);
    const statuses = [...Array<number>(answered).fill(200), ...Array<number>(refused).fill(429)];
    await use(key.id, "2026-11-21T10:00:00Z", statuses);
    return key.id;
  };
  await newKey(999, 1);
  const some = await newKey(99, 1);
  const most = await newKey(1, 9);
  await revokeKey(platform.system, { keyId: await newKey(0, 50), after: "now" });
  const { limited, hasMoreLimited } = await overviewOf(partner);
  expect(limited.map(({ key }) => key.id)).toEqual([most, some]);
  expect(hasMoreLimited).toBe(false);

  for (let n = 0; n < 9; n++) await newKey(1, 1);
  const more = await overviewOf(partner);
  expect(more.limited).toHaveLength(10);
  expect(more.limited[0]?.key.id).toBe(most);
  expect(more.hasMoreLimited).toBe(true);
});

it("says whether any key was ever used", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  expect((await overviewOf(partner)).isUsed).toBe(false);
  await use(key.id, "2026-11-01T10:00:00Z", [200]);
  const { isUsed, busiest } = await overviewOf(partner);
  expect([isUsed, busiest]).toEqual([true, []]);
});

it("lists scopes that a key has not used for 30 days", async () => {
  const partner = await platform.newPartner();
  const scopes = ["accounts:read", "payouts:read", "prices:read", "prices:write"] as const;
  const { key, plaintext } = await platform.newKey(partner, { scopes: [...scopes] });
  const unused = async () => {
    await platform.wiring.recorder.flush();
    const { keys } = await getUsageSummary(platform.system, { partnerId: partner.id });
    return keys.find(({ keyId }) => keyId === key.id)?.unusedScopes;
  };
  await platform.call("/payouts", { key: plaintext });
  expect(await unused()).toEqual([]);
  clock.advance(29 * 24 * HOUR_MS);
  await platform.call("/accounts", { key: plaintext });
  await platform.call("/metrics", { key: plaintext });
  // A refused call does not count as a use of the scope.
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  const refused = await platform.call("/prices/basic", { key: plaintext, method: "PUT" });
  expect(refused.status).toBe(403);
  clock.advance(25 * HOUR_MS);
  expect(await unused()).toEqual(["payouts:read", "prices:read", "prices:write"]);
});
