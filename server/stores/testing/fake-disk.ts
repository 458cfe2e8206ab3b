import type * as Files from "node:fs/promises";

const BLOCK_BYTES = 4_096;

/** The free space that every disk reports; null if it cannot be checked. */
export const disk: { freeBytes: number | null } = { freeBytes: null };

/** For `vi.mock("node:fs/promises")`: the module with a fake `statfs`. */
export function onFakeDisk(files: typeof Files): object {
  const statfs = async () => {
    if (disk.freeBytes === null) throw new Error("ENOENT");
    return { bavail: disk.freeBytes / BLOCK_BYTES, bsize: BLOCK_BYTES };
  };
  return { ...files, statfs };
}
