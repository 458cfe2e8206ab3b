import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { dueStatement, listDue } from "./queries";

const PARTNERS = 1_000;
const MONTHS = 60;

const platform = await platformForTests();
// Five years that are paid, and one payout that is not for each tenth partner.
await platform.wiring.core.transact(async (tx) => {
  await tx.$executeRaw`
    INSERT INTO partners (id, code, name, revshare_pct, created_at)
    SELECT 'prt_' || n, 'p-' || n, 'Paid', 20, now() FROM generate_series(1, ${PARTNERS}::int) n`;
  await tx.$executeRaw`
    INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at,
      status, reference, settled_at)
    SELECT 'po_' || n || '_' || m, 'prt_' || n, to_char(date '2018-01-01' + m * interval '1 month', 'YYYY-MM'),
      'EUR', 500, 20, 100, '2025-01-01', 'paid', 'R', '2025-01-01'
    FROM generate_series(1, ${PARTNERS}::int) n, generate_series(0, ${MONTHS}::int - 1) m`;
  await tx.$executeRaw`
    INSERT INTO payouts (id, partner_id, period, currency, gross, revshare_pct, amount, created_at)
    SELECT 'po_due_' || n, 'prt_' || n, '2025-01', 'EUR', 500, 20, 100, '2025-01-01'
    FROM generate_series(10, ${PARTNERS}::int, 10) n`;
});
await platform.wiring.core.transact((tx) => tx.$executeRaw`ANALYZE payouts, partners`);

type Node = { "Relation Name"?: string; "Index Name"?: string; Plans?: Node[] };
const scansOf = (node: Node): Node[] => [
  ...(node["Relation Name"] === "payouts" ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

// A whole read of all payouts would give the same answer, more slowly each month.
it.each([
  ["all partners", null],
  ["one partner", "prt_10"],
])("what %s are owed is found by the index of unpaid payouts", async (_, partnerId) => {
  const now = new Date();
  const [row] = await platform.system.db.$queryRaw<{ "QUERY PLAN": [{ Plan: Node }] }[]>`
    EXPLAIN (FORMAT JSON) ${dueStatement({ partnerId, now })}`;
  const plan = JSON.stringify(row?.["QUERY PLAN"]);
  expect(row ? scansOf(row["QUERY PLAN"][0].Plan).length : 0).toBe(1);
  expect(plan).toContain("payouts_due");
  const due = await listDue(platform.system, { partnerId });
  expect(due).toHaveLength(partnerId === null ? PARTNERS / 10 : 1);
});
