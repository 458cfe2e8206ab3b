import pg from "pg";
import { afterAll, expect } from "vitest";
import { type Platform, platformForTests, steppingClock } from "../../../testing/platform";
import { recordCharges } from "../../charges/mutations";
import { listCharges, sumCharges } from "../../charges/queries";
import { ChargeCreate } from "../../charges/schema";
import { readFeed } from "../../events/queries";
import { getPartner } from "../../partners/queries";
import type { Partner } from "../../partners/schema";
import { listPayouts } from "../../payouts/queries";
import { saveProduct } from "../../products/mutations";
import { createCustomer } from "../mutations";
import { transferCustomer } from "../transfer";

/** A platform with a product, for tests of transferred customers. */
export async function transferStand() {
  const clock = steppingClock(new Date("2026-11-20T12:00:00Z"));
  const platform = await platformForTests({ clock });
  const basic = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(platform.system, basic);
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  afterAll(() => client.end());
  return {
    clock,
    platform,
    client,
    ...actions(platform),
    ...reads(platform),
    expectTrueSums: () => expectTrueSums(client),
  };
}

let made = 0;

function actions(platform: Platform) {
  return {
    /** Two partners, and a customer of the first. */
    async newStage() {
      const [from, to] = [await platform.newPartner(), await platform.newPartner()];
      const number = ++made;
      const fields = {
        email: `Ada${number}@example.com`,
        name: "Ada",
        externalId: `crm-${number}`,
        metadata: { plan: "a" },
      };
      const customer = await createCustomer(platform.system, { partnerId: from.id, ...fields });
      return { from, to, fields, customer, customerId: customer.id };
    },
    hand: (customerId: string, to: Partner) =>
      transferCustomer(platform.system, { customerId, toPartnerId: to.id }),
    /** Records a charge, refund or reversal; returns the outcome, or the code of its refusal. */
    async record(partner: Partner, item: object): Promise<string> {
      const common = { product: "basic", amount: 100, occurredAt: "2026-10-10T00:00:00Z" };
      const charge = ChargeCreate.parse({ partner: partner.code, ...common, ...item });
      const [outcome] = await recordCharges(platform.system, { charges: [charge] });
      return outcome?.refusal?.code ?? outcome?.outcome ?? "";
    },
  };
}

function reads(platform: Platform) {
  return {
    charges: async ({ id: partnerId }: Partner, more: object = {}) =>
      (await listCharges(platform.system, { partnerId, limit: 1_000, ...more })).data,
    /** The number of the customer's charges, and their net sum. */
    net: async (customerId: string) =>
      (await sumCharges(platform.system, { customerId })).map((sum) => [sum.charges, sum.net]),
    userCount: async ({ id: partnerId }: Partner) =>
      (await getPartner(platform.system, { partnerId })).partner.userCount,
    payouts: async ({ id: partnerId }: Partner) =>
      (await listPayouts(platform.system, { partnerId, limit: 100 })).data
        .map(({ period, gross, amount }) => [period, gross, amount])
        .sort((a, b) => Number(b[1]) - Number(a[1])),
    /** The types of the partner's events of customers. */
    async events({ id: partnerId }: Partner): Promise<string[]> {
      const { data } = await readFeed(platform.system, { partnerId, limit: 1_000 });
      return data.flatMap(({ type, subject }) => (subject?.type === "account" ? [type] : []));
    },
  };
}

/** Totals equal the sums of their rows, and no customer is both at a partner and a former one. */
async function expectTrueSums(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT partner_id, sum(CASE type WHEN 'refund' THEN -amount ELSE amount END)::bigint AS net
     FROM charges GROUP BY 1
     EXCEPT SELECT partner_id, sum(gross)::bigint FROM charge_days GROUP BY 1
     UNION ALL SELECT id, customer_count FROM partners
       WHERE customer_count <> (SELECT count(*) FROM customers WHERE partner_id = partners.id)
     UNION ALL SELECT former.partner_id, 0 FROM former_customers AS former
       JOIN customers ON customers.id = customer_id AND customers.partner_id = former.partner_id`,
  );
  expect(rows).toEqual([]);
}
