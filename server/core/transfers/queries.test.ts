import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import type { Ctx } from "../kernel/actor";
import { createTransfers, markTransfers } from "./mutations";
import { getTransfer, listDue, listTransfers } from "./queries";
import { newPayee, payingPlatformForTests } from "./testing/owed";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await payingPlatformForTests(clock);

it("lists transfers newest first, by page, status and currency, each partner its own", async () => {
  const { partner, owe, transferDue, mark, partnerId } = await newPayee(platform);
  const made: string[] = [];
  for (const currency of ["EUR", "USD", "EUR"]) {
    await owe(10, currency);
    made.push((await transferDue(currency)).id);
    clock.advance(1);
  }
  const { actor } = await platform.newPerson(partner, "viewer");
  const ctx = platform.as(actor);
  const list = (query: object) => listTransfers(ctx, { partnerId, limit: 2, ...query });
  const first = await list({});
  const rest = await list({ cursor: first.nextCursor });
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(made.toReversed());
  expect((await list({ currency: "USD" })).data.map(({ id }) => id)).toEqual([made[1]]);
  await mark(made[0] ?? "", "paid");
  expect((await list({ status: "paid" })).data.map(({ id }) => id)).toEqual([made[0]]);
  const other = await newPayee(platform);
  const foreign = listTransfers(ctx, { partnerId: other.partnerId, limit: 2 });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  await other.owe(1);
  const { id: transferId } = await other.transferDue();
  await expect(getTransfer(ctx, { transferId })).rejects.toMatchObject({ code: "not_found" });
  for (const attempt of [
    listTransfers(ctx, { partnerId: null, limit: 2 }),
    listDue(ctx, { partnerId: null }),
    createTransfers(ctx, { items: [{ partnerId, currency: "EUR", amount: 1 }] }),
    markTransfers(ctx, { transferIds: made, status: "paid", reference: "x" }),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
  }
});

/** A context that counts the statements that it sends. */
function counting(ctx: Ctx): { ctx: Ctx; count: () => number } {
  let statements = 0;
  const counted = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value === "object" && value !== null) return counted(value);
        if (typeof value !== "function") return value;
        return (...input: unknown[]) => {
          statements += 1;
          return value.apply(target, input);
        };
      },
    });
  const transact: Ctx["transact"] = (run) => ctx.transact((tx, box) => run(counted(tx), box));
  return { ctx: { ...ctx, db: counted(ctx.db), transact }, count: () => statements };
}

/** Partners with details and three unpaid payouts each, of which one is negative. */
async function newPartners(n: number): Promise<void> {
  await platform.wiring.core.transact(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO partners (id, code, name, revshare_pct, created_at)
      SELECT 'prt_many_' || n, 'many-' || n, 'Many', 20, now() FROM generate_series(1, ${n}::int) AS n`;
    await tx.$executeRaw`
      INSERT INTO payout_details
        (id, partner_id, version, sealed, sealed_by, created_at, created_by, effective_at)
      SELECT 'pdt_many_' || n, 'prt_many_' || n, 1, 'x', 'x', '2026-01-01', 'x', '2026-01-01'
      FROM generate_series(1, ${n}::int) AS n`;
    await tx.$executeRaw`
      INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at)
      SELECT 'po_many_' || n || '_' || m, 'prt_many_' || n, '2025-0' || m, 'CHF',
        (CASE m WHEN 3 THEN -5 ELSE 500 END), 20, (CASE m WHEN 3 THEN -1 ELSE 100 END), '2026-01-01'
      FROM generate_series(1, ${n}::int) AS n, generate_series(1, 3) AS m`;
  });
}

it("with 2,000 partners due, one statement lists them, and a transfer takes as many as with one", async () => {
  await newPartners(2_000);
  const listing = counting(platform.system);
  const due = await listDue(listing.ctx, { partnerId: null, currency: "CHF" });
  expect(listing.count()).toBe(1);
  expect(due).toHaveLength(2_000);
  expect(due.every(({ amount, reason }) => amount === 199 && reason === null)).toBe(true);
  const items = due.map(({ partner, currency, amount }) => ({
    partnerId: partner.id,
    currency,
    amount,
  }));
  const statements = async (some: typeof items) => {
    const { ctx, count } = counting(platform.system);
    const outcomes = await createTransfers(ctx, { items: some });
    expect(outcomes.filter(({ reason }) => reason !== null)).toEqual([]);
    return count();
  };
  const one = await statements(items.slice(0, 1));
  expect(await statements(items.slice(1, 51))).toBe(50 * one);
  expect(await listDue(platform.system, { partnerId: null, currency: "CHF" })).toHaveLength(1_949);
});

it("what can be paid comes first", async () => {
  const { partnerId, owe } = await newPayee(platform);
  await owe(-5, "CHF");
  const due = await listDue(platform.system, { partnerId: null });
  const firstRefused = due.findIndex(({ reason }) => reason !== null);
  expect(due.slice(firstRefused).every(({ reason }) => reason !== null)).toBe(true);
  expect(due.slice(firstRefused).map(({ partner }) => partner.id)).toContain(partnerId);
});
