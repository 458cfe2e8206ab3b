import type * as Files from "node:fs/promises";

const BLOCK_BYTES = 4_096;

/** Every disk that is asked about has so much room; null: it cannot be asked. */
export const disk: { freeBytes: number | null } = { freeBytes: null };

/** For `vi.mock("node:fs/promises")`: the module itself, but for what it says of disks. */
export function onFakeDisk(files: typeof Files): object {
  const statfs = async () => {
    if (disk.freeBytes === null) throw new Error("ENOENT");
    return { bavail: disk.freeBytes / BLOCK_BYTES, bsize: BLOCK_BYTES };
  };
  return { ...files, statfs };
}
