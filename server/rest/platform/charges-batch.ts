import { z } from "zod";
import { type Recorded, recordCharges } from "../../core/charges/mutations";
import { REFUSALS } from "../../core/charges/new-charge";
import { ChargeCreate, MAX_CHARGES } from "../../core/charges/schema";
import { wirePath } from "../../core/kernel/wire";
import { batchItem, InvalidItem } from "../batch";
import { LONG_BODY } from "../body-limits";
import { platformEndpoint } from "../endpoint";

export const CHARGES = {
  name: "Charges",
  description: "What partners' customers were charged, refunds, and reversals of refunds.",
};

const OUTCOMES = ["created", "duplicate", "conflict", "invalid"] as const;

const Count = z.int().min(0);

const ChargeBatchResult = z.object({
  summary: z
    .object({
      created: Count.describe("Items that were recorded now"),
      duplicate: Count.describe("Items that had been recorded before, with the same content"),
      conflict: Count.describe("Items whose `external_id` is taken by other content"),
      invalid: Count.describe("Items that were refused for another reason"),
    })
    .describe("How many items had which outcome"),
  data: z
    .array(
      z.object({
        partner: z
          .string()
          .nullable()
          .describe("Code of the partner, as sent; null if the item has none that is valid"),
        externalId: z
          .string()
          .nullable()
          .describe("The item's `external_id`; null if it has none that is valid"),
        outcome: z
          .enum(OUTCOMES)
          .describe(
            "Whether the item was recorded (`created`), had been recorded before (`duplicate`), or neither. Later versions may have more.",
          ),
        id: z
          .string()
          .nullable()
          .describe(
            "ID of the charge, refund or reversal that has this `external_id`; null if the item is invalid",
          ),
        error: z.string().nullable().describe("Why the item was not recorded; null if it is"),
        code: z
          .enum(["conflict", ...REFUSALS, "partner_not_found"])
          .nullable()
          .describe(
            "The reason as a code; null if the item is recorded. What is `..._not_found` can be sent again once it exists. Later versions may have more.",
          ),
        details: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe(
            "For `conflict`, the `field` and the `id` that has it; for all others `issues`, a list of `path` and `message`; null if the item is recorded",
          ),
      }),
    )
    .describe("One result for each item, in the order of the request"),
});
type Result = z.input<typeof ChargeBatchResult>;
type ItemResult = Result["data"][number];

function resultOf({ partner, externalId }: ChargeCreate, recorded: Recorded): ItemResult {
  const { outcome, id, refusal } = recorded;
  if (outcome === "created" || outcome === "duplicate") {
    return { partner, externalId, outcome, id, error: null, code: null, details: null };
  }
  const of = { partner, externalId, outcome, id };
  if (refusal !== null) {
    const { code, field, message } = refusal;
    const path = wirePath(NAMES[field] ?? field);
    return { ...of, error: `${path}: ${message}`, code, details: { issues: [{ path, message }] } };
  }
  const error = "Another charge of the partner has this external_id.";
  return { ...of, error, code: "conflict", details: { field: "external_id", id } };
}

/** Customers are called accounts here. */
const NAMES: Record<string, string> = {
  customerId: "accountId",
  customerExternalId: "accountExternalId",
};

/** Names the item as far as it can be read. */
function invalidResult(item: InvalidItem): ItemResult {
  const { error, details } = item.failure();
  const partner = item.valid("partner");
  const externalId = item.valid("externalId");
  return { partner, externalId, outcome: "invalid", id: null, error, ...INVALID, details };
}
const INVALID = { code: "validation_failed" } as const;

export const postCharges = platformEndpoint({
  id: "recordCharges",
  tag: CHARGES,
  route: "POST /charges",
  summary: `Record up to ${MAX_CHARGES.toLocaleString("en")} charges and refunds`,
  description: `Each item is recorded or refused by itself, and \`data\` has a result for each, in order. All that is recorded by a request is recorded at once, or, if it fails with an error, nothing. A repeat records nothing twice, also without an Idempotency-Key: an item whose \`external_id\` the partner has already is a \`duplicate\` if its content is the same, and a \`conflict\` otherwise. So after a lost response, send the same again.

A refund names its charge, and a reversal its refund, by \`charge_id\` or \`refund_id\`, or by their \`external_id\`; both may be in the same request, after what they name. What is dated in a month that is closed is recorded too, as \`late\`, and adjusts that month's payout. Charges for a closed customer are refused, if dated later than its closing, and so are charges of an archived product, if dated later than its archiving and for a customer who was created later, too; refunds are recorded.

Counts as one request. The body can have up to 1 MiB. Partners are notified of each request with an event \`charges.recorded\`: many items in a request are faster than many requests.`,
  scope: "charges:write",
  body: z.strictObject({
    charges: z
      .array(batchItem(ChargeCreate))
      .min(1, "Must have at least 1 item.")
      .max(MAX_CHARGES, `Must have at most ${MAX_CHARGES} items.`)
      .describe("The charges, refunds and reversals to record"),
  }),
  bodyLimits: LONG_BODY,
  returns: ChargeBatchResult,
  names: { body: "ChargeBatch", returns: "ChargeBatchResult" },
  example: {
    summary: { created: 1, duplicate: 0, conflict: 0, invalid: 0 },
    data: [
      {
        partner: "acme",
        external_id: "inv-2026-1021",
        outcome: "created",
        id: "chg_01jd5n8k3v0000000000000000",
        error: null,
        code: null,
        details: null,
      },
    ],
  },
  bodyExample: {
    charges: [
      {
        partner: "acme",
        external_id: "inv-2026-1021",
        account_external_id: "crm-1815",
        product: "basic",
        amount: 990,
        occurred_at: "2026-10-21T09:30:00Z",
      },
    ],
  },
  run: async ({ ctx, body }): Promise<Result> => {
    const charges = body.charges.flatMap((item) => (item instanceof InvalidItem ? [] : [item]));
    const recorded = (await recordCharges(ctx, { charges })).values();
    const data = body.charges.map((item) => {
      if (item instanceof InvalidItem) return invalidResult(item);
      return resultOf(item, recorded.next().value as Recorded);
    });
    const summary = { created: 0, duplicate: 0, conflict: 0, invalid: 0 };
    for (const { outcome } of data) summary[outcome] += 1;
    return { summary, data };
  },
});
