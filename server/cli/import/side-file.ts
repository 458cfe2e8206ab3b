import { createReadStream, existsSync } from "node:fs";
import { appendFile, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { ImportProgress, Rejection } from "../../core/imports/schema";

/** The file for the rejected lines of an import: one `{ line, reason }` per line. */
export type SideFile = { path: string; add(rejected: readonly Rejection[]): Promise<void> };

/**
 * Opens the side file of a new or resumed import. After an interruption, the entries of the last
 * batch may be missing or incomplete, and are written again.
 */
export async function openSideFile(
  path: string,
  begun: Pick<ImportProgress, "linesDone" | "lastRejected"> | null,
): Promise<SideFile> {
  const add = async (rejected: readonly Rejection[]) => {
    if (rejected.length > 0) await append(path, rejected);
  };
  if (begun === null || begun.linesDone === 0) {
    await rm(path, { force: true });
    return { path, add };
  }
  if (existsSync(path)) await keepBefore(path, begun.lastRejected[0]?.line ?? begun.linesDone + 1);
  await add(begun.lastRejected);
  return { path, add };
}

// Readable by the owner only, because it contains customer data.
function append(path: string, rejected: readonly Rejection[]): Promise<void> {
  const text = rejected.map((one) => `${JSON.stringify(one)}\n`).join("");
  return appendFile(path, text, { mode: 0o600 });
}

const PORTION = 1_000;

async function keepBefore(path: string, line: number): Promise<void> {
  const copy = `${path}.copy`;
  await rm(copy, { force: true });
  await append(copy, []);
  let portion: Rejection[] = [];
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const found = readRejection(text);
    if (found && found.line < line) portion.push(found);
    if (portion.length < PORTION) continue;
    await append(copy, portion);
    portion = [];
  }
  await append(copy, portion);
  await rename(copy, path);
}

/** Null if the line is incomplete. */
function readRejection(text: string): Rejection | null {
  try {
    return JSON.parse(text) as Rejection;
  } catch {
    return null;
  }
}
