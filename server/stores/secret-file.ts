import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "./make-folder";

/** A file's text; null if the file does not exist. */
export async function readIfExists(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Where a server without NEXTAUTH_SECRET keeps its own. */
export const authSecretFile = (dataDir: string) => join(dataDir, "auth-secret");

/**
 * A random secret of `bytes` bytes, created once in a file that only this user can read. A kill
 * leaves a whole file or none; concurrent callers get the same secret.
 */
export async function readOrCreateSecret(file: string, bytes: number): Promise<string> {
  const existing = await readIfExists(file);
  if (existing !== null) return existing;
  await makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, randomBytes(bytes).toString("base64url"), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}
