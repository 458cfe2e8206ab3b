import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { newSeller, shopForTests } from "../imports/testing/seller";
import { holdPartner, waitingFor } from "../kernel/testing/held-partner";
import { closePeriod } from "../payouts/close";
import { revokePlatformKey } from "../platform-keys/mutations";
import { MAX_AMOUNT } from "../values/currencies";
import { recordCharges } from "./mutations";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const { system } = platform;

type Seller = Awaited<ReturnType<typeof newSeller>>;

const batchOf = ({ code }: Seller, more: { externalId?: string; amount?: number } = {}) => {
  const of = { partner: code, type: "charge" as const, accountExternalId: "c-1", product: "basic" };
  const occurredAt = new Date("2026-02-20T12:00:00Z");
  return { charges: [{ ...of, externalId: "1", amount: 100, occurredAt, ...more }] };
};

/** Records a batch that waits for its partner behind `meanwhile`, and returns its outcome. */
async function recordAfter(seller: Seller, meanwhile: () => Promise<unknown>) {
  const release = await holdPartner(system, seller.partnerId);
  const before = meanwhile();
  await waitingFor(system, 1);
  const recording = recordCharges(system, batchOf(seller));
  await waitingFor(system, 2);
  await release();
  await before;
  const [{ outcome, refusal } = { outcome: null, refusal: null }] = await recording;
  return refusal?.code ?? outcome;
}

it("the statement that waits for the partner is the one that writes", async () => {
  const seller = await newSeller(platform);
  const release = await holdPartner(system, seller.partnerId);
  const recording = recordCharges(system, batchOf(seller));
  expect(await waitingFor(system, 1)).toEqual([expect.stringContaining("record_charges")]);
  await release();
  expect(await recording).toMatchObject([{ outcome: "created" }]);
});

it("a batch that waits sees what was recorded meanwhile", async () => {
  const seller = await newSeller(platform);
  const same = () => recordCharges(system, batchOf(seller));
  expect(await recordAfter(seller, same)).toBe("duplicate");
  const other = await newSeller(platform);
  const another = () => recordCharges(system, batchOf(other, { amount: 99 }));
  expect(await recordAfter(other, another)).toBe("conflict");
  expect(await other.charges()).toMatchObject([{ amount: 99n }]);
});

it("a batch that waits while its month is closed is late, and adjusts the month", async () => {
  const seller = await newSeller(platform);
  await recordCharges(system, batchOf(seller, { externalId: "0", amount: 1_000 }));
  const close = () => closePeriod(system, { period: "2026-02" });
  expect(await recordAfter(seller, close)).toBe("created");
  expect(await seller.charges()).toMatchObject([{ late: false }, { late: true }]);
  const payouts = await seller.payouts();
  expect(new Set(payouts.map(({ gross }) => gross))).toEqual(new Set([1_000n, 100n]));
});

it("a batch that waits while its partner is terminated is refused from then on", async () => {
  const seller = await newSeller(platform);
  const release = await holdPartner(system, seller.partnerId);
  const recording = recordCharges(system, batchOf(seller));
  await waitingFor(system, 1);
  const data = { status: "suspended", terminatedAt: new Date("2026-02-20T11:59:59Z") } as const;
  await release((tx) => tx.partner.update({ where: { id: seller.partnerId }, data }));
  expect(await recording).toMatchObject([{ refusal: { code: "partner_terminated" } }]);
});

it("a batch that waits while the last room below the limit is taken is refused", async () => {
  const seller = await newSeller(platform);
  const { partnerId, customerId } = seller;
  const release = await holdPartner(system, partnerId);
  const recording = recordCharges(system, batchOf(seller));
  await waitingFor(system, 1);
  const most = Number.MAX_SAFE_INTEGER;
  await release(
    (tx) => tx.$executeRaw`
      INSERT INTO charges
        (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
      SELECT ${customerId} || n, ${partnerId}, ${customerId}, id, 'full-' || n,
             least(${MAX_AMOUNT}::bigint, ${most} - (n - 1) * ${MAX_AMOUNT}::bigint), currency,
             '2026-02-20T12:00:00Z'::timestamptz
      FROM products, generate_series(1, ${Math.ceil(most / MAX_AMOUNT)}::int) AS n
      WHERE code = 'basic'`,
  );
  expect(await recording).toMatchObject([{ refusal: { code: "validation_failed" } }]);
});

it("nothing is left of a batch whose key is revoked while it waits", async () => {
  const seller = await newSeller(platform);
  const expiresAt = new Date(clock.now().getTime() + 7 * 86_400_000);
  const { key } = await platform.newPlatformKey({ scopes: ["charges:write"], expiresAt });
  const actor = { kind: "platform-key", keyId: key.id, scopes: ["charges:write"] } as const;
  const release = await holdPartner(system, seller.partnerId);
  const recording = recordCharges(platform.as(actor), batchOf(seller));
  const refused = expect(recording).rejects.toMatchObject({ code: "revoked_api_key" });
  await waitingFor(system, 1);
  await revokePlatformKey(system, { keyId: key.id, after: "now" });
  await release();
  await refused;
  const { partnerId } = seller;
  expect(await seller.charges()).toEqual([]);
  expect(await system.db.chargeDay.count({ where: { partnerId } })).toBe(0);
  expect(await system.db.event.count({ where: { partnerId, type: "charges.recorded" } })).toBe(0);
  const audit = { partnerId, action: "charges.recorded" };
  expect(await system.db.auditEvent.count({ where: audit })).toBe(0);
});
