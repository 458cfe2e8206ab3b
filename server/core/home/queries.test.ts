import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { beginImport, importBatch } from "../imports/mutations";
import { openLimitRequest } from "../limit-requests/mutations";
import type { Partner } from "../partners/schema";
import { revokePlatformKey } from "../platform-keys/mutations";
import { saveProduct } from "../products/mutations";
import { readHome } from "./queries";

const NOW = new Date("2026-11-26T10:20:00Z");
const clock = steppingClock(NOW);
const platform = await platformForTests({ clock });
const operator = platform.as((await platform.newOperator()).actor);

let made = 0;

async function sell(partner: Partner, sales: readonly (readonly [string, number, string?])[]) {
  const { id } = await createCustomer(platform.system, {
    partnerId: partner.id,
    email: `c${++made}@example.com`,
    metadata: {},
    createdAt: new Date("2026-01-01T00:00:00Z"),
  } as Parameters<typeof createCustomer>[1]);
  const of = { kind: "charges" as const, partner: partner.code };
  const { runId } = await beginImport(platform.system, { ...of, fileHash: null });
  const lines = sales.map(([day, amount, product = "eur"], index) => ({
    line: index + 1,
    record: {
      external_id: `x-${++made}`,
      customer_id: id,
      product,
      amount,
      occurred_at: `${day}T08:00:00Z`,
    },
  }));
  const at = { afterLine: 0, throughLine: lines.length, lines, unreadable: [] };
  const { rejected } = await importBatch(platform.system, { ...of, runId, ...at });
  expect(rejected).toEqual([]);
}

it("knows what a new platform lacks, by what is there", async () => {
  const steps = async () => (await readHome(operator)).steps;
  const none = { hasProduct: false, hasPartner: false, hasMember: false, hasCall: false };
  expect(await steps()).toEqual({ ...none, partner: null });
  const terms = { name: "Basic", floor: 0, defaultRetail: 0 };
  await saveProduct(platform.system, { ...terms, code: "eur", currency: "EUR" });
  await saveProduct(platform.system, { ...terms, code: "usd", currency: "USD" });
  expect(await steps()).toMatchObject({ ...none, hasProduct: true });
  const partner = await platform.newPartner();
  const { code, name } = partner;
  expect(await steps()).toMatchObject({
    hasPartner: true,
    hasMember: false,
    partner: { code, name },
  });
  await platform.newPerson(partner, "owner");
  expect(await steps()).toMatchObject({ hasMember: true, hasCall: false });
  const { plaintext } = await platform.newKey(partner);
  await platform.call("/me", { key: plaintext });
  await platform.wiring.recorder.flush();
  expect(await steps()).toMatchObject({ hasCall: true });
});

it("adds up the last 30 days by day, currency and partner, less refunds, and those before", async () => {
  const [small, large, old] = [
    await platform.newPartner(),
    await platform.newPartner(),
    await platform.newPartner(),
  ];
  await sell(small, [
    ["2026-11-26", 100],
    ["2026-10-28", 50],
    ["2026-10-27", 7],
    ["2026-11-01", 9_000, "usd"],
  ]);
  await sell(large, [
    ["2026-11-25", 1_000],
    ["2026-11-25", 1_000],
  ]);
  await sell(old, [
    ["2026-09-28", 30],
    ["2026-09-27", 40],
  ]);
  const { revenue } = await readHome(operator);
  expect(revenue).toMatchObject({ from: "2026-10-28", to: "2026-11-27" });
  const [eur, usd] = revenue.currencies;
  expect(eur).toMatchObject({ currency: "EUR", amount: 2_150 });
  expect(eur?.days).toHaveLength(30);
  expect([eur?.days[0], eur?.days.at(-2), eur?.days.at(-1)]).toEqual([50, 2_000, 100]);
  expect(usd).toMatchObject({ currency: "USD", amount: 9_000 });
  expect(revenue.partners).toEqual([
    { code: large.code, name: large.name, revenue: [{ currency: "EUR", amount: 2_000 }] },
    {
      code: small.code,
      name: small.name,
      revenue: [
        { currency: "EUR", amount: 150 },
        { currency: "USD", amount: 9_000 },
      ],
    },
  ]);
});

it("shows requests of all partners by hour, and the keys that fail or are rate limited most", async () => {
  const { partner, key } = await platform.newPartnerWithKey();
  const { key: calm } = await platform.newKey(partner);
  const record = (keyId: string, status: number, minutesAgo: number, count: number) => {
    const at = new Date(NOW.getTime() - minutesAgo * 60_000);
    for (let n = 0; n < count; n++) {
      platform.wiring.recorder.record({ keyId, at, status, address: null });
    }
  };
  const before = (await readHome(operator)).traffic.at(-1)?.succeeded ?? 0;
  record(key.id, 200, 1, 30);
  record(key.id, 500, 2, 4);
  record(key.id, 429, 3, 3);
  record(key.id, 500, 130, 50);
  record(calm.id, 200, 1, 200);
  record(calm.id, 404, 1, 2);
  await platform.wiring.recorder.flush();
  record(key.id, 200, 0, 5);
  await platform.wiring.recorder.flush();
  const { traffic, failingKeys } = await readHome(operator);
  expect(traffic).toHaveLength(24);
  expect(traffic.at(-1)).toEqual({
    at: new Date("2026-11-26T10:00:00Z"),
    succeeded: before + 235,
    failed: 6,
    rateLimited: 3,
  });
  expect(traffic.at(-3)).toMatchObject({ succeeded: 0, failed: 50 });
  expect(failingKeys).toEqual([
    {
      id: key.id,
      label: key.label,
      requests: 42,
      failed: 4,
      rateLimited: 3,
      partner: { code: partner.code, name: partner.name },
    },
  ]);
});

it("counts what waits for a decision", async () => {
  const partner = await platform.newPartner();
  const before = (await readHome(operator)).decisions;
  const { key } = await platform.newKey(partner);
  await openLimitRequest(platform.system, { keyId: key.id, wantedPerMinute: 600, reason: "more" });
  await sell(partner, [["2026-10-03", 10]]);
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: key.id }, data: { leakedAt: NOW } }),
  );
  const [own, revoked] = [await platform.newPlatformKey(), await platform.newPlatformKey()];
  await platform.wiring.core.transact((tx) =>
    tx.platformKey.updateMany({ data: { leakedAt: NOW } }),
  );
  await revokePlatformKey(operator, { keyId: revoked.key.id, after: "now" });
  const { runId } = await beginImport(platform.system, {
    kind: "products",
    partner: null,
    fileHash: null,
  });
  await platform.wiring.core.transact((tx) =>
    tx.importRun.update({ where: { id: runId }, data: { movedAt: new Date(0) } }),
  );
  expect((await readHome(operator)).decisions).toEqual({
    ...before,
    limitRequests: before.limitRequests + 1,
    leaked: [{ id: key.id, label: key.label, partner: { code: partner.code, name: partner.name } }],
    leakedPlatformKeys: [{ id: own.key.id, label: own.key.label }],
    interruptedImports: before.interruptedImports + 1,
    unclosed: { period: "2026-10", partners: before.unclosed.partners + 1 },
  });
});

it("is for operators only", async () => {
  const { actor } = await platform.newPerson(await platform.newPartner(), "owner");
  await expect(readHome(platform.as(actor))).rejects.toMatchObject({ code: "forbidden" });
});
