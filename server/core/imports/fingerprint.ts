import { sha256 } from "../values/sha256";
import type { ImportBegin } from "./schema";

/**
 * How lines are counted. A run goes on after the line where it stopped, so one that was begun with
 * another count must not: its file is imported from the first line, and finds the rows there.
 */
const LINES = 2;

/** Identifies a file with its kind and partner; null for an input that can only be read once. */
export function fingerprintOf({
  kind,
  partner,
  fileHash,
}: Pick<ImportBegin, "kind" | "partner" | "fileHash">): Uint8Array<ArrayBuffer> | null {
  return fileHash === null ? null : sha256(JSON.stringify([kind, partner, fileHash, LINES]));
}
