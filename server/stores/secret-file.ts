import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder";

/** What a file holds, or null where there is none. */
export async function readIfExists(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/**
 * A random secret of `bytes` bytes that is made once and kept in a file only this user can read. A
 * kill leaves either no file or a whole one, and of two who make it at once both get the same.
 */
export async function readOrCreateSecret(file: string, bytes: number): Promise<string> {
  const kept = await readIfExists(file);
  if (kept !== null) return kept;
  await makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, randomBytes(bytes).toString("base64url"), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}
