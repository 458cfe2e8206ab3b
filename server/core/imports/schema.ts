import { z } from "zod";
import { PartnerCode } from "../partners/schema";
import { Id } from "../text";

/** What can be imported. */
export const ImportKind = z.enum(["customers", "charges", "products"]);
export type ImportKind = z.infer<typeof ImportKind>;

/** The most lines of one batch: one transaction, which holds the partner while it runs. */
export const MAX_BATCH = 2_000;

const Line = z.int().min(0);

/** A line that was not taken, and why. */
export const Rejection = z.strictObject({ line: Line, reason: z.string() });
export type Rejection = z.infer<typeof Rejection>;

/**
 * What lines have come to. Those that were there before, exactly so, are `existing`; `lifted` counts the
 * partners' prices that a product's new floor has raised.
 */
export const ImportOutcome = z.object({
  imported: z.int(),
  existing: z.int(),
  rejected: z.array(Rejection),
  lifted: z.int(),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** An import under way or done. */
export const ImportProgress = z.object({
  runId: z.string(),
  linesDone: Line,
  imported: z.int(),
  existing: z.int(),
  rejected: z.int(),
  lifted: z.int(),
  /** The bad lines of the last batch. */
  lastRejected: z.array(Rejection),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

export const ImportBegin = z.strictObject({
  kind: ImportKind,
  /** Whose all lines are; null where each line says so itself, and for products. */
  partner: PartnerCode.nullable(),
  /** The hex SHA-256 of the file; null for what can be read only once. */
  fileHash: z.hash("sha256").nullable(),
});
export type ImportBegin = z.infer<typeof ImportBegin>;

export const ImportBatch = z.strictObject({
  kind: ImportKind,
  partner: PartnerCode.nullable(),
  /** The run that it belongs to; null: a rehearsal, which leaves nothing behind. */
  runId: Id.nullable(),
  /** The last line of the batch before this one, and of this one. */
  afterLine: Line,
  throughLine: Line,
  lines: z.array(z.strictObject({ line: Line, record: z.unknown() })).max(MAX_BATCH),
  /** Lines between the two that could not even be read. */
  unreadable: z.array(Rejection).max(MAX_BATCH),
});
export type ImportBatch = z.infer<typeof ImportBatch>;
