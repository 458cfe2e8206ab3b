import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder that only this user can enter, and its parents; keeps existing ones. Creates one
 * level at a time, because recursive `mkdir` loops forever on a file system that accepts no new
 * folders and reports a missing parent, such as /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const error = await madeOrNot(folder);
  if (error?.code !== "ENOENT") return refuseUnlessFolder(folder, error);
  if (dirname(folder) === folder) throw error;
  await makeFolder(dirname(folder));
  await refuseUnlessFolder(folder, await madeOrNot(folder));
}

function madeOrNot(folder: string): Promise<NodeJS.ErrnoException | null> {
  return mkdir(folder, { mode: 0o700 }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
}

async function refuseUnlessFolder(folder: string, error: Error | null): Promise<void> {
  if (error === null) return;
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw error;
}
