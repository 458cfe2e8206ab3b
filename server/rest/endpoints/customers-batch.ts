import { z } from "zod";
import { type Created, createCustomers, MAX_BATCH } from "../../core/customers/batch";
import { CUSTOMER_EXAMPLE, Customer, CustomerCreate } from "../../core/customers/schema";
import { snakeCase, wireEncoder } from "../../core/kernel/wire";
import { batchItem, InvalidItem, type ItemFailure } from "../batch";
import { endpoint } from "../endpoint";

export const ACCOUNTS = { name: "Accounts", description: "Your customers." };

const BatchResult = z.object({
  data: z
    .array(
      z.object({
        status: z
          .enum(["created", "exists", "invalid"])
          .describe(
            "Whether the item was created, exists already or is invalid. Later versions may have more.",
          ),
        id: z.string().nullable().describe("Account ID; null if the item is invalid"),
        account: Customer.nullable().describe("The new account; null if none was created"),
        error: z.string().nullable().describe("Why no account was created; null if one was"),
        code: z
          .enum(["conflict", "validation_failed"])
          .nullable()
          .describe("The error code that the item alone would get; null if it was created"),
        details: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe("As in an error body; null if an account was created"),
      }),
    )
    .describe("One result for each item, in the order of the request"),
});
type ItemResult = z.input<typeof BatchResult>["data"][number];

const invalidResult = ({ error, details }: ItemFailure): ItemResult => ({
  status: "invalid",
  id: null,
  account: null,
  error,
  code: "validation_failed",
  details,
});

function resultOf(created: Created): ItemResult {
  if ("customer" in created) {
    const { customer } = created;
    return {
      status: "created",
      id: customer.id,
      account: customer,
      error: null,
      code: null,
      details: null,
    };
  }
  const { id } = created;
  const field = snakeCase(created.field);
  return {
    status: "exists",
    id,
    account: null,
    error: `Another customer has this ${field}.`,
    code: "conflict",
    details: { field, id },
  };
}

export const createAccounts = endpoint({
  id: "createAccounts",
  tag: ACCOUNTS,
  route: "POST /accounts/batch",
  summary: "Create up to 100 customers",
  description:
    "Each item is created or refused by itself, and `data` has a result for each, in order. An item whose `external_id` or `email` is taken `exists`, so a repeat creates none twice, also without an Idempotency-Key. Counts as one request. The body can have up to 64 KiB.",
  scope: "accounts:write",
  body: z.strictObject({
    accounts: z
      .array(batchItem(CustomerCreate))
      .min(1, "Must have at least 1 item.")
      .max(MAX_BATCH, `Must have at most ${MAX_BATCH} items.`)
      .describe("The customers to create"),
  }),
  returns: BatchResult,
  names: { body: "AccountBatch", returns: "AccountBatchResult" },
  example: {
    data: [
      {
        status: "created",
        id: CUSTOMER_EXAMPLE.id,
        account: wireEncoder(Customer)(CUSTOMER_EXAMPLE),
        error: null,
        code: null,
        details: null,
      },
    ],
  },
  bodyExample: {
    accounts: [{ email: "Ada@example.com", name: "Ada Lovelace", external_id: "crm-1815" }],
  },
  run: async ({ ctx, key, body: { accounts } }) => {
    const customers = accounts.flatMap((item) => (item instanceof InvalidItem ? [] : [item]));
    const created = await createCustomers(ctx, { partnerId: key.partner.id, customers });
    const results = created.values();
    const data = accounts.map((item) => {
      if (item instanceof InvalidItem) return invalidResult(item.failure());
      return resultOf(results.next().value as Created);
    });
    return { data };
  },
});
