import { expect, it } from "vitest";
import { expectShown } from "../testing/columns";
import { platformForTests } from "../testing/platform";
import { EXPORTS } from "./exports";

const platform = await platformForTests();

/** What a statement says is in the statement. */
const TRANSFER = [
  "consent_id",
  "created_by",
  "issuer_version",
  "partner_id",
  "payout_details_id",
  "tax_note",
];

/** The columns that each export leaves out or renames. */
const NOT_EXPORTED: Record<string, { of: string; columns: string[] }> = {
  customers: {
    of: "customers",
    columns: [
      "anonymized_at",
      "closed_at",
      "email_key",
      "partner_id",
      "suspended_at",
      "updated_at",
    ],
  },
  // `amount` is exported as `net`, with its sign, and `customer_id` as `account_id`.
  charges: { of: "charges", columns: ["amount", "customer_id", "partner_id", "product_id"] },
  // `label` is exported as `name`, `per_minute` as `requests_per_minute`, and `head` and `tail`
  // share a column.
  "api-keys": {
    of: "api_keys",
    columns: [
      "end_told_at",
      "expiry_told_days",
      "expiry_told_for",
      "hash",
      "head",
      "label",
      "partner_id",
      "per_minute",
      "retires_at",
      "tail",
    ],
  },
  "platform-charges": {
    of: "charges",
    columns: ["amount", "customer_id", "partner_id", "product_id"],
  },
  payouts: { of: "payouts", columns: ["partner_id"] },
  "platform-payouts": { of: "payouts", columns: ["partner_id"] },
  transfers: { of: "transfers", columns: TRANSFER },
  "platform-transfers": { of: "transfers", columns: TRANSFER },
  // `amount` is exported as `price`, and the product by its code.
  prices: { of: "prices", columns: ["amount", "partner_id", "product_id"] },
  // The sentence contains the detail.
  audit: { of: "audit_events", columns: ["actor_kind", "detail", "partner_id"] },
  "platform-audit": { of: "audit_events", columns: ["detail", "partner_id"] },
  requests: { of: "request_log", columns: ["duration_us", "is_product", "partner_id", "query"] },
  "import-rejections": { of: "import_rejections", columns: ["run_id"] },
  // Metrics have no table.
  metrics: { of: "", columns: [] },
};

it("exports every column of a list except those excluded on purpose", async () => {
  expect(Object.keys(NOT_EXPORTED).sort()).toEqual(Object.keys(EXPORTS).sort());
  const partner = await platform.newPartner();
  const ctx = platform.as((await platform.newPerson(partner, "owner")).actor);
  const operator = platform.as((await platform.newOperator()).actor);
  for (const [name, { of, columns }] of Object.entries(NOT_EXPORTED)) {
    if (of === "") continue;
    const isForOperators = name.startsWith("platform-") || name === "import-rejections";
    const query: Record<string, string> = name === "import-rejections" ? { runId: "imp_1" } : {};
    const first = await EXPORTS[name]?.(isForOperators ? operator : ctx, query).next();
    const [head = ""] = String(first?.value).replace("\ufeff", "").split("\r\n");
    await expectShown(
      platform,
      of,
      [Object.fromEntries(head.split(",").map((each) => [each, 1]))],
      columns,
    );
  }
});
