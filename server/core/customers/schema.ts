import { z } from "zod";
import { PageQuery, pageOf } from "../kernel/paging";
import { Email, exactLine, identifier, line, STORABLE, storable, TRIMMED } from "../values/text";
import { Instant, Timestamp } from "../values/time";

export const MAX_METADATA_KEYS = 50;
export const TOO_MANY_KEYS = "Must have at most 50 keys.";

const MetadataKey = exactLine(40);
const MetadataValue = z
  .string()
  .max(500, "Must be at most 500 characters.")
  .refine(storable, STORABLE);

const MetadataEntries = z
  .record(MetadataKey, MetadataValue)
  .refine((map) => Object.keys(map).length <= MAX_METADATA_KEYS, TOO_MANY_KEYS)
  .describe(
    "Custom key-value data. Up to 50 keys (40 characters) with values up to 500 characters. Keys and values are stored exactly as given.",
  );

/** Null removes a key. A patch may replace all keys: it removes 50 and adds 50. */
const MetadataPatchEntries = z
  .record(MetadataKey, MetadataValue.nullable())
  .refine((map) => Object.keys(map).length <= 2 * MAX_METADATA_KEYS, "Must have at most 100 keys.")
  .nullish()
  .describe(
    "Merged with the metadata key by key: `null` removes a key, and other keys stay. `null` in place of the object removes all keys. The result can have up to 50 keys.",
  );

// z.record() silently drops the key `__proto__`.
const withoutProto = (value: unknown, ctx: z.RefinementCtx) => {
  if (Object.hasOwn(Object(value), "__proto__")) {
    ctx.addIssue({ code: "custom", path: ["__proto__"], message: "Not allowed as a key." });
  }
  return value;
};
const Metadata = z.preprocess(withoutProto, MetadataEntries);
const MetadataPatch = z.preprocess(withoutProto, MetadataPatchEntries);

const ExternalId = identifier(128).describe(
  `The customer's ID in your system, unique among your customers. ${TRIMMED}`,
);

/**
 * A suspended customer is still billed; a closed one has only its history. Of an anonymized one, only
 * the money is left.
 */
export const CustomerStatus = z.enum(["active", "suspended", "closed", "anonymized"]);
export type CustomerStatus = z.infer<typeof CustomerStatus>;

/** A customer: an `account` on the wire. */
export const Customer = z.object({
  id: z.string().describe("Account ID; starts with `acc_`"),
  email: z.string().describe("Email address, as you sent it. Case-insensitive when matching."),
  name: z.string().nullable().describe("Customer name; null if not set"),
  externalId: z.string().nullable().describe("The customer's ID in your system; null if not set"),
  status: CustomerStatus.describe(
    "Customer status. Suspended: still a customer and still billed. Closed: the history stays, and charges dated after the closing are refused. Anonymized: closed for good, without personal data. Later versions may have more.",
  ),
  metadata: z.record(z.string(), z.string()).describe("Custom key-value data, as you sent it"),
  createdAt: Timestamp.describe("Creation time"),
  updatedAt: Timestamp.describe("When the customer last changed"),
  suspendedAt: Timestamp.nullable().describe("When the customer was suspended; null if it isn't"),
  closedAt: Timestamp.nullable().describe("When the customer was closed; null if it isn't"),
  anonymizedAt: Timestamp.nullable().describe(
    "When the customer was anonymized; null if it wasn't",
  ),
});
export type Customer = z.input<typeof Customer>;

/** For the documentation and for test events. */
export const CUSTOMER_EXAMPLE: Customer = {
  id: "acc_01jd5n8k3v0000000000000000",
  email: "Ada@example.com",
  name: "Ada Lovelace",
  externalId: "crm-1815",
  status: "active",
  metadata: { plan: "yearly" },
  createdAt: new Date("2026-11-21T09:30:00.000Z"),
  updatedAt: new Date("2026-11-21T09:30:00.000Z"),
  suspendedAt: null,
  closedAt: null,
  anonymizedAt: null,
};
const AT = CUSTOMER_EXAMPLE.updatedAt;
export const SUSPENDED_EXAMPLE: Customer = {
  ...CUSTOMER_EXAMPLE,
  status: "suspended",
  suspendedAt: AT,
};
export const CLOSED_EXAMPLE: Customer = { ...CUSTOMER_EXAMPLE, status: "closed", closedAt: AT };
export const ANONYMIZED_EXAMPLE: Customer = {
  ...CUSTOMER_EXAMPLE,
  email: `${CUSTOMER_EXAMPLE.id}@anonymized.invalid`,
  name: null,
  externalId: null,
  status: "anonymized",
  metadata: {},
  closedAt: AT,
  anonymizedAt: AT,
};

export const CustomerPage = pageOf(Customer);

export const CustomerCreate = z.strictObject({
  email: Email.describe(
    "Email address, unique among your customers. Stored as sent and matched case-insensitively. Leading or trailing whitespace is rejected.",
  ),
  name: line(200).nullish().describe(`Customer name. ${TRIMMED}`),
  externalId: ExternalId.nullish(),
  metadata: Metadata.default({}),
});
export type CustomerCreate = z.infer<typeof CustomerCreate>;

/** The fields to change (RFC 7396): omitted ones stay, and null clears. */
export const CustomerUpdate = z.strictObject({
  email: CustomerCreate.shape.email.optional(),
  name: line(200).nullish().describe(`Customer name; null removes it. ${TRIMMED}`),
  externalId: ExternalId.nullish(),
  metadata: MetadataPatch.optional(),
});
export type CustomerUpdate = z.infer<typeof CustomerUpdate>;

/** The fields that partners write, and that an update may change. */
export type CustomerDetail = keyof CustomerUpdate;
export const CUSTOMER_DETAILS = Object.keys(CustomerUpdate.shape) as CustomerDetail[];

export const CustomerFilter = z.strictObject({
  email: Email.optional().describe(
    "Only the customer with this email address. Case-insensitive. Leading or trailing whitespace is rejected.",
  ),
  externalId: ExternalId.optional(),
  status: CustomerStatus.optional().describe("Only items with this status"),
  createdAfter: Instant.optional().describe("Created after this time"),
  createdBefore: Instant.optional().describe("Created before this time"),
  updatedSince: Instant.optional().describe(
    "Created or changed at this time or later. To follow changes, repeat with a time a minute before your previous request.",
  ),
  q: line(200)
    .optional()
    .describe(
      `Matches the start of any word of the name, the start of the email, or the whole external ID. Case-insensitive, except for the external ID. ${TRIMMED}`,
    ),
});
export type CustomerFilter = z.infer<typeof CustomerFilter>;

export const CustomerQuery = CustomerFilter.extend(PageQuery);
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/** The dashboard's list, whose `q` is called `search` as in all of its lists. */
export const CustomerSearch = CustomerQuery.omit({ q: true }).extend({
  search: CustomerFilter.shape.q,
});
export type CustomerSearch = z.infer<typeof CustomerSearch>;

/** Why a line of an import is refused, in words that name the customer: erasing it finds all of them. */
export const NAMING_REFUSALS = {
  account_not_found: (customer: string) => `Customer ${customer} not found.`,
  account_closed: (customer: string) => `occurred_at: Customer ${customer} was closed before.`,
  product_archived: (customer: string) =>
    `product: Archived before customer ${customer} was created.`,
} as const;
