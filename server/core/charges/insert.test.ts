import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { platformForTests } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import type { Tx } from "../kernel/actor";
import { saveProduct } from "../products/mutations";
import { writeCharges } from "./mutations";
import type { ChargeInput } from "./new-charge";

/** How often each table was read whole. */
const SCANS = Prisma.sql`
  SELECT relname::text, seq_scan::int FROM pg_stat_xact_user_tables
  WHERE relname IN ('charge_days', 'charges', 'customers', 'partners', 'payouts') ORDER BY 1`;
/** PostgreSQL makes a new plan for each of the first five calls of a statement, and may then keep one. */
const CALLS_BEFORE_KEPT = 5;

const platform = await platformForTests();

it("looks for customers by index also while they are few, because connections keep the plan", async () => {
  const { system } = platform;
  const { id: partnerId } = await platform.newPartner();
  const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(system, product);
  const customer = { partnerId, email: "ada@example.com", externalId: "ada", metadata: {} };
  await createCustomer(system, customer);
  await system.transact((tx) => tx.$executeRaw`ANALYZE customers, partners, products`);
  const now = system.clock.now();
  const write = async (tx: Tx, ...rows: Pick<ChargeInput, "externalId" | "chargeExternalId">[]) => {
    const items = rows.map((row, line) => ({
      line,
      partnerId,
      row: {
        ...row,
        ...(row.chargeExternalId === undefined
          ? { type: "charge" as const, product: "basic", customerExternalId: "ada" }
          : { type: "refund" as const }),
        amount: 1,
        occurredAt: now,
      },
    }));
    const subject = { type: "charge_batch", id: "chb_1" } as const;
    const { outcomes } = await writeCharges(tx, items, { now, subject });
    return items.map(({ line }) => outcomes.get(line)?.outcome);
  };
  // One transaction is one connection.
  const outcomes = await system.transact(async (tx) => {
    for (let n = 0; n < CALLS_BEFORE_KEPT; n++) {
      await write(
        tx,
        { externalId: `inv-${n}` },
        { externalId: `inv-${n}-r`, chargeExternalId: `inv-${n}` },
      );
    }
    // The numbers include those of earlier transactions of this connection.
    const before = await tx.$queryRaw(SCANS);
    const written = await write(tx, { externalId: "inv-last" });
    expect(await tx.$queryRaw(SCANS)).toEqual(before);
    return written;
  });
  expect(outcomes).toEqual(["created"]);
});
