import { expect, test } from "vitest";
import { charge, newSeller, refund, shopForTests } from "../../core/imports/testing/seller";
import { closePeriod } from "../../core/payouts/close";
import { steppingClock } from "../../testing/platform";
import { findCommand } from "../commands";
import { commandsOn } from "../testing/commands";

const platform = await shopForTests(steppingClock(new Date("2026-03-15T10:00:00Z")));

const { run } = commandsOn(platform);

const february = { occurred_at: "2026-02-10T00:00:00Z" };

test("charges are listed by each filter, and one is shown", async () => {
  const { send, code, customerId, idOf, payouts } = await newSeller(platform);
  await send(charge("a", 1_000, february), charge("u", 5, { ...february, product: "usd" }));
  await closePeriod(platform.system, { period: "2026-02" });
  await send(refund("r", "a", 400, february), charge("m", 1));
  const list = async (filter: Record<string, string>) => {
    const { json, failure } = await run("charge list", { partner: code, ...filter });
    expect(failure).toBeUndefined();
    return json.map((row: { external_id: string }) => row.external_id).sort();
  };
  const all = await payouts();
  const adjustment = all.find(({ correctsId }) => correctsId !== null);
  expect(await list({})).toEqual(["a", "m", "r", "u"]);
  expect(await list({ limit: "1" })).toEqual(["m"]);
  expect(await list({ customer: customerId, type: "charge", currency: "EUR" })).toEqual(["a", "m"]);
  expect(await list({ product: "usd" })).toEqual(["u"]);
  expect(await list({ charge: await idOf("a") })).toEqual(["r"]);
  expect(await list({ externalId: "u" })).toEqual(["u"]);
  expect(await list({ late: "yes" })).toEqual(["r"]);
  expect(await list({ after: "2026-02-10T00:00:01Z" })).toEqual(["m"]);
  expect(await list({ before: "2026-02-10T00:00:00Z" })).toEqual([]);
  expect(await list({ payout: adjustment?.correctsId ?? "" })).toEqual(["a"]);
  expect(await list({ payout: adjustment?.id ?? "" })).toEqual(["r"]);

  const chargeId = await idOf("r");
  const shown = await run("charge show", { chargeId });
  expect(shown.json).toMatchObject({ id: chargeId, type: "refund", amount: 400, late: true });
  expect(shown.text).toContain("-€4.00");
  const { text } = await run("charge list", { partner: code, late: "yes" });
  expect(text).toMatch(/refund \(late\).*-€4\.00 {2}EUR/);
  const none = await run("charge list", { partner: code, product: "none" });
  expect(none).toEqual({ json: [], text: "No charges found." });
});

test("wrong words are explained, and unknown things are not found", async () => {
  const { code } = await newSeller(platform);
  const check = (input: Record<string, string>) =>
    findCommand("charge list")?.check({ partner: code, ...input });
  expect(check({ type: "refnud" })).toMatchObject([{ message: expect.stringContaining("refund") }]);
  for (const [name, value] of [
    ["customer", "c-1"],
    ["limit", "10001"],
    ["after", "2026-02-10"],
    ["charge", "a"],
  ] as const)
    expect(check({ [name]: value })).toMatchObject([{ path: `--${name}` }]);
  const missing = await run("charge show", { chargeId: "chg_none" });
  expect(missing.failure).toMatchObject({ code: "not_found", error: "Charge not found." });
  const payout = await run("charge list", { partner: code, payout: "po_none" });
  expect(payout.failure).toMatchObject({ code: "not_found" });
});

test("more charges than one result may have are refused, and not cut silently", async () => {
  const { partnerId, customerId, code } = await newSeller(platform);
  const product = await platform.system.db.product.findUniqueOrThrow({ where: { code: "basic" } });
  await platform.wiring.core.transact(
    (tx) => tx.$executeRaw`
      INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
      SELECT 'chg_cli' || n, ${partnerId}, ${customerId}, ${product.id}, 'n-' || n, 1, 'EUR',
        timestamptz '2026-03-01' + n * interval '1 s'
      FROM generate_series(1, 10001) n`,
  );
  const { failure } = await run("charge list", { partner: code });
  expect(failure).toMatchObject({ code: "validation_failed" });
  expect(failure.error).toContain("--after");
  const latest = await run("charge list", { partner: code, limit: "10000" });
  expect(latest.json).toHaveLength(10_000);
  expect(latest.json[0].external_id).toBe("n-10001");
});
