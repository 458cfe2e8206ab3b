import { statfs } from "node:fs/promises";

/** The most that the embedded PostgreSQL may need at once: a WAL segment is 16 MiB. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

/** The disk of DATA_DIR is too full for a write. The code is PostgreSQL's for a full disk. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
  readonly code = "53100";
}

export type DiskSpace = {
  /** The problem, for operators; null if there is enough space. */
  fault(): string | null;
  /** Free bytes at the last check; null if unknown. */
  freeBytes(): number | null;
  /** Throws DiskFull if there is too little space. */
  assert(): void;
  close(): void;
};

/**
 * Watches the disk of the embedded PostgreSQL, which does not survive a completely full disk: a
 * write that cannot extend its WAL never returns and blocks the process. So writes are refused
 * while some space is left, and reads continue.
 */
export function watchDiskSpace(folder: string, minFreeBytes = MIN_FREE_BYTES): DiskSpace {
  let fault: string | null = null;
  let free: number | null = null;
  const look = async () => {
    free = await freeBytes(folder);
    fault = faultOf(folder, { free, minFreeBytes });
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    fault: () => fault,
    freeBytes: () => free,
    assert: () => {
      if (fault !== null) throw new DiskFull(fault);
    },
    close: () => clearInterval(timer),
  };
}

/** Why writes to the folder are refused; null if its disk has enough space or cannot be checked. */
export async function diskSpaceFault(
  folder: string,
  minFreeBytes = MIN_FREE_BYTES,
): Promise<string | null> {
  return faultOf(folder, { free: await freeBytes(folder), minFreeBytes });
}

type Space = { free: number | null; minFreeBytes: number };

function faultOf(folder: string, { free, minFreeBytes }: Space): string | null {
  if (free === null || free >= minFreeBytes) return null;
  const [left, least] = [free, minFreeBytes].map((bytes) => Math.floor(bytes / 1024 ** 2));
  return `the disk of ${folder} is full: ${left} MiB free, ${least} MiB required`;
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
