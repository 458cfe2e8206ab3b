import { z } from "zod";
import { PageQuery, pageOf } from "../paging";
import { Email, exactLine, line, STORABLE, storable, TRIMMED } from "../text";
import { Instant, Timestamp } from "../time";

const MAX_METADATA_KEYS = 50;

const MetadataEntries = z
  .record(exactLine(40), z.string().max(500, "at most 500 characters").refine(storable, STORABLE))
  .refine((map) => Object.keys(map).length <= MAX_METADATA_KEYS, "at most 50 keys")
  .describe(
    "Custom key-value data. Up to 50 keys (40 characters) with values up to 500 characters. Keys and values are stored exactly as given.",
  );

// z.record() silently drops the key `__proto__`.
const Metadata = z.preprocess((value, ctx) => {
  if (Object.hasOwn(Object(value), "__proto__")) {
    ctx.addIssue({ code: "custom", path: ["__proto__"], message: "is not allowed as a key" });
  }
  return value;
}, MetadataEntries);

const ExternalId = line(128).describe(
  `The customer's ID in your own system; unique among your customers. ${TRIMMED}`,
);

export const CustomerStatus = z.enum(["active", "closed"]);

/** A customer: an `account` on the wire. */
export const Customer = z.object({
  id: z.string().describe("Begins with acc_"),
  email: z.string().describe("As you gave it; compared without case"),
  name: z.string().nullable().describe("Null where you gave none"),
  externalId: z
    .string()
    .nullable()
    .describe("Your own id of the customer; null where you gave none"),
  status: CustomerStatus.describe("Whether the customer is one still"),
  metadata: z.record(z.string(), z.string()).describe("Your own notes, as you gave them"),
  createdAt: Timestamp.describe("When the customer was made; the list begins with the latest"),
});
export type Customer = z.input<typeof Customer>;

export const CustomerPage = pageOf(Customer);

export const CustomerCreate = z.strictObject({
  email: Email.describe(
    "Email address, unique among your customers. Stored in the case given, compared case-insensitively. Whitespace around it is refused.",
  ),
  name: line(200).nullish().describe(`Customer name. ${TRIMMED}`),
  externalId: ExternalId.nullish(),
  metadata: Metadata.default({}),
});
export type CustomerCreate = z.infer<typeof CustomerCreate>;

export const CustomerFilter = z.strictObject({
  email: Email.optional().describe(
    "The one customer with this address. Compared case-insensitively; whitespace around it is refused.",
  ),
  externalId: ExternalId.optional(),
  status: CustomerStatus.optional().describe("Only those with this status"),
  createdAfter: Instant.optional().describe("Only what was created later than this"),
  createdBefore: Instant.optional().describe("Only what was created earlier than this"),
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
