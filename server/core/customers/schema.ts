import { z } from "zod";
import { PageQuery, pageOf } from "../paging";
import { Email, exactLine, identifier, line, STORABLE, storable, TRIMMED } from "../text";
import { Instant, Timestamp } from "../time";

const MAX_METADATA_KEYS = 50;

const MetadataEntries = z
  .record(
    exactLine(40),
    z.string().max(500, "Must be at most 500 characters.").refine(storable, STORABLE),
  )
  .refine((map) => Object.keys(map).length <= MAX_METADATA_KEYS, "Must have at most 50 keys.")
  .describe(
    "Custom key-value data. Up to 50 keys (40 characters) with values up to 500 characters. Keys and values are stored exactly as given.",
  );

// z.record() silently drops the key `__proto__`.
const Metadata = z.preprocess((value, ctx) => {
  if (Object.hasOwn(Object(value), "__proto__")) {
    ctx.addIssue({ code: "custom", path: ["__proto__"], message: "Not allowed as a key." });
  }
  return value;
}, MetadataEntries);

const ExternalId = identifier(128).describe(
  `The customer's ID in your system, unique among your customers. ${TRIMMED}`,
);

export const CustomerStatus = z.enum(["active", "closed"]);

/** A customer: an `account` on the wire. */
export const Customer = z.object({
  id: z.string().describe("Account ID; starts with `acc_`"),
  email: z.string().describe("Email address, as you sent it. Case-insensitive when matching."),
  name: z.string().nullable().describe("Customer name; null if not set"),
  externalId: z.string().nullable().describe("The customer's ID in your system; null if not set"),
  status: CustomerStatus.describe("Customer status"),
  metadata: z.record(z.string(), z.string()).describe("Custom key-value data, as you sent it"),
  createdAt: Timestamp.describe("Creation time"),
});
export type Customer = z.input<typeof Customer>;

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

export const CustomerFilter = z.strictObject({
  email: Email.optional().describe(
    "Only the customer with this email address. Case-insensitive. Leading or trailing whitespace is rejected.",
  ),
  externalId: ExternalId.optional(),
  status: CustomerStatus.optional().describe("Only items with this status"),
  createdAfter: Instant.optional().describe("Created after this time"),
  createdBefore: Instant.optional().describe("Created before this time"),
});
export type CustomerFilter = z.infer<typeof CustomerFilter>;

export const CustomerQuery = CustomerFilter.extend(PageQuery);
export type CustomerQuery = z.infer<typeof CustomerQuery>;

/**
 * The dashboard's list: also matches beginnings of words in a name, the beginning of an email, or a
 * whole external id.
 */
export const CustomerSearch = CustomerQuery.extend({ search: line(200).optional() });
export type CustomerSearch = z.infer<typeof CustomerSearch>;
