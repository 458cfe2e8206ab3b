import { z } from "zod";
import { PartnerCode } from "../partners/schema";
import { Id, line } from "../values/text";

export const ImportKind = z.enum(["customers", "charges", "products"]);
export type ImportKind = z.infer<typeof ImportKind>;

/** The most lines per batch. A batch is one transaction, which locks the partner. */
export const MAX_BATCH = 2_000;

/** As large as its column. */
const Line = z.int32().min(0);

/** A line that was not imported, and why. */
export const Rejection = z.strictObject({ line: Line, reason: z.string() });
export type Rejection = z.infer<typeof Rejection>;

/**
 * Counts of an import. `existing` rows were already there unchanged; `lifted` counts the partners'
 * prices raised by a product's new floor.
 */
export const ImportOutcome = z.object({
  imported: z.int(),
  existing: z.int(),
  rejected: z.array(Rejection),
  lifted: z.int(),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** An import, running or finished. */
export const ImportProgress = z.object({
  runId: z.string(),
  linesDone: Line,
  imported: z.int(),
  existing: z.int(),
  rejected: z.int(),
  lifted: z.int(),
  /** The rejected lines of the last batch. */
  lastRejected: z.array(Rejection),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

const FileName = line(255);

export const ImportBegin = z.strictObject({
  kind: ImportKind,
  /** The partner of all lines; null if each line names its own, and for products. */
  partner: PartnerCode.nullable(),
  /** The hex SHA-256 of the file; null if the input can only be read once. */
  fileHash: z.hash("sha256").nullable(),
  /** The file's name, to be recognized by. */
  fileName: FileName.optional(),
});
export type ImportBegin = z.infer<typeof ImportBegin>;

export const ImportBatch = z.strictObject({
  kind: ImportKind,
  partner: PartnerCode.nullable(),
  /** The run of the batch; null for a dry run, which keeps nothing. */
  runId: Id.nullable(),
  /** The last line of the previous batch, and of this one. */
  afterLine: Line,
  throughLine: Line,
  lines: z.array(z.strictObject({ line: Line, record: z.unknown() })).max(MAX_BATCH),
  /** Lines between those two that could not be read. */
  unreadable: z.array(Rejection).max(MAX_BATCH),
});
export type ImportBatch = z.infer<typeof ImportBatch>;
