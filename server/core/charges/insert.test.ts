import { afterAll, beforeAll, expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { openPlatform, type Platform } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { saveProduct } from "../products/mutations";
import { writeCharges } from "./mutations";

/** How often each table was read whole. */
const SCANS = Prisma.sql`
  SELECT relname::text, seq_scan::int FROM pg_stat_xact_user_tables
  WHERE relname IN ('charges', 'customers', 'partners') ORDER BY 1`;

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

it("looks for customers by index also while they are few, because connections keep the plan", async () => {
  const { system } = platform;
  const { id: partnerId } = await platform.newPartner();
  const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(system, product);
  const customer = { partnerId, email: "ada@example.com", externalId: "ada", metadata: {} };
  await createCustomer(system, customer);
  await system.transact((tx) => tx.$executeRaw`ANALYZE customers, partners, products`);
  const now = system.clock.now();
  const row = { externalId: "inv-1", type: "charge", product: "basic", amount: 1 } as const;
  const item = { ...row, customerExternalId: "ada", occurredAt: now };
  const outcome = await system.transact(async (tx) => {
    const before = await tx.$queryRaw(SCANS);
    const subject = { type: "charge_batch", id: "chb_1" } as const;
    const { outcomes } = await writeCharges(tx, [{ line: 0, partnerId, row: item }], {
      now,
      subject,
    });
    // The numbers include those of earlier transactions of this connection.
    expect(await tx.$queryRaw(SCANS)).toEqual(before);
    return outcomes.get(0)?.outcome;
  });
  expect(outcome).toBe("created");
});
