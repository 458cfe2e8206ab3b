import { z } from "zod";
import { ChargeType, chargeFaults } from "../charges/schema";
import { CustomerCreate, CustomerStatus } from "../customers/schema";
import { checked } from "../kernel/checked";
import { unknownField } from "../kernel/closest-match";
import { type Issue, sentenceOf } from "../kernel/errors";
import type { EventFact } from "../kernel/event";
import { isId } from "../kernel/ids";
import { snakeCase, wirePath } from "../kernel/wire";
import { PartnerCode } from "../partners/schema";
import { ProductCode, ProductSave } from "../products/schema";
import { Amount, Currency } from "../values/money-schema";
import { Email, line } from "../values/text";
import { Instant } from "../values/time";
import type { ImportBatch, ImportKind, Rejection } from "./schema";

// CSV files have text where JSON has numbers.
const toNumber = (value: unknown) =>
  typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
const toNumbers = (record: unknown) => {
  const { floor, defaultRetail, ...rest } = record as Record<string, unknown>;
  return { ...rest, floor: toNumber(floor), defaultRetail: toNumber(defaultRetail) };
};

const partner = PartnerCode.optional();

const CustomerId = z.string().refine((id) => isId("customer", id), "Must be a customer ID.");

const ChargeId = z.string().refine((id) => isId("charge", id), "Must be a charge ID.");

const { metadata, ...fields } = CustomerCreate.shape;

/**
 * A customer may keep its id from another deployment's export, so that references to it stay valid.
 */
export const CustomerRow = z.strictObject({
  id: CustomerId.optional(),
  ...fields,
  partner,
  createdAt: Instant.optional(),
  /** Suspended and closed ones are so from the import on. */
  status: CustomerStatus.optional(),
  metadata,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

const CUSTOMER_NAMES = "customer_external_id, customer_email or customer_id";

/**
 * A charge names its customer in one of three ways; the currency defaults to the product's. A refund
 * names its charge, and a reversal its refund, by ID or external ID: the rest follows from those, and
 * must agree if it is given.
 */
export const ChargeRow = z
  .strictObject({
    partner,
    externalId: line(128),
    type: ChargeType.default("charge"),
    chargeId: ChargeId.optional(),
    chargeExternalId: line(128).optional(),
    refundId: ChargeId.optional(),
    refundExternalId: line(128).optional(),
    customerExternalId: line(128).optional(),
    customerEmail: Email.optional(),
    customerId: CustomerId.optional(),
    product: ProductCode.optional(),
    amount: z.preprocess(toNumber, Amount),
    currency: Currency.optional(),
    occurredAt: Instant,
  })
  .superRefine((row, ctx) => {
    const given = [row.customerExternalId, row.customerEmail, row.customerId];
    const faults = chargeFaults(row, { given, names: CUSTOMER_NAMES });
    for (const [path, message] of faults) ctx.addIssue({ code: "custom", path, message });
  });
export type ChargeRow = z.infer<typeof ChargeRow>;

export const ProductRow = z.preprocess(toNumbers, ProductSave);
export type ProductRow = ProductSave;

const FIELDS: Record<ImportKind, readonly string[]> = {
  customers: Object.keys(CustomerRow.shape),
  charges: Object.keys(ChargeRow.shape),
  products: Object.keys(ProductSave.shape),
};

/** The columns that a file of this kind may have, by their names in the file. */
export function columnsOf(kind: ImportKind): string[] {
  return FIELDS[kind].map(snakeCase);
}

/** A valid row and its line number. */
export type Read<Row> = { line: number; row: Row };

/** The result of a write; `refused` maps lines to reasons. */
export type Written = {
  written: number;
  refused: ReadonlyMap<number, string>;
  events: EventFact[];
  /** How many of the written charges are of closed months. */
  late?: number;
};

/** The partner of the rows, the import's id, and the time. */
export type WriteFor = { partnerId: string; importId: string; now: Date };

/** Parses the lines of a batch with the schema of their kind; invalid ones are rejected. */
export function readRows<Row>(
  kind: ImportKind,
  schema: z.ZodType<Row>,
  lines: ImportBatch["lines"],
): { rows: Read<Row>[]; rejected: Rejection[] } {
  const names = new Map(FIELDS[kind].map((name) => [snakeCase(name), name]));
  const rows: Read<Row>[] = [];
  const rejected: Rejection[] = [];
  for (const { line, record } of lines) {
    const renamed = rename(record, names);
    const result = "issues" in renamed ? renamed : checked(schema, renamed.value);
    if ("issues" in result) rejected.push({ line, reason: sentenceOf(result.issues.map(inFile)) });
    else rows.push({ line, row: result.value });
  }
  return { rows, rejected };
}

// Files use the names of the wire.
const inFile = (issue: Issue): Issue => ({ ...issue, path: wirePath(issue.path) });

type Renamed = { value: Record<string, unknown> } | { issues: Issue[] };

function rename(record: unknown, names: ReadonlyMap<string, string>): Renamed {
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    return { issues: [{ path: "", message: "Must be an object." }] };
  }
  const fields: Record<string, unknown> = {};
  for (const [wireName, value] of Object.entries(record)) {
    const name = names.get(wireName);
    if (name === undefined) return { issues: [unknownField(wireName, [...names.keys()])] };
    fields[name] = value;
  }
  return { value: fields };
}
