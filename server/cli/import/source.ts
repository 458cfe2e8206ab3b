import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Format, formatOf } from "../../core/imports/record-reader";
import { fail } from "../../core/kernel/errors";

/** The input of an import. */
export type Source = {
  format: Format;
  open(): Readable;
  /** The share read so far, 0 to 1; null if the size is unknown. */
  share(): number | null;
  /** The hex SHA-256 of the file; null if the input can only be read once. */
  hash: string | null;
};

/** Opens the file, or stdin for `-`. Throws `validation_failed` if there is no such file. */
export async function openSource(file: string, format: Format | undefined): Promise<Source> {
  if (file === "-") {
    return { format: format ?? "csv", open: () => process.stdin, share: () => null, hash: null };
  }
  const found = await stat(file).catch(() => null);
  if (!found) fail("validation_failed", { message: `File ${file} not found.` });
  if (found.isDirectory()) fail("validation_failed", { message: `${file} is a folder.` });
  const isOnceOnly = !found.isFile();
  let bytesRead = () => 0;
  return {
    format: format ?? formatOf(file),
    open: () => {
      const stream = createReadStream(file);
      bytesRead = () => stream.bytesRead;
      return stream;
    },
    share: () => (isOnceOnly || found.size === 0 ? null : bytesRead() / found.size),
    hash: isOnceOnly ? null : await hashOf(file),
  };
}

async function hashOf(file: string): Promise<string> {
  const sha256 = createHash("sha256");
  for await (const chunk of createReadStream(file)) sha256.update(chunk);
  return sha256.digest("hex");
}
