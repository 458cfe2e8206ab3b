import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { fail } from "../../core/errors";
import type { Format } from "./records";

/** Where the lines come from. */
export type Source = {
  format: Format;
  open(): Readable;
  /** From 0 to 1; null where the end cannot be known. */
  share(): number | null;
  /** The hex SHA-256 of the whole; null for what can be read only once. */
  hash: string | null;
};

/** The file, or with `-` what is piped in. Throws `validation_failed` where there is no such file. */
export async function openSource(file: string, format: Format | undefined): Promise<Source> {
  if (file === "-") {
    return { format: format ?? "csv", open: () => process.stdin, share: () => null, hash: null };
  }
  const found = await stat(file).catch(() => null);
  if (!found || found.isDirectory()) {
    fail("validation_failed", { message: `there is no file ${file}` });
  }
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

function formatOf(file: string): Format {
  return /\.(ndjson|jsonl|json)$/i.test(file) ? "ndjson" : "csv";
}

async function hashOf(file: string): Promise<string> {
  const sha256 = createHash("sha256");
  for await (const chunk of createReadStream(file)) sha256.update(chunk);
  return sha256.digest("hex");
}
