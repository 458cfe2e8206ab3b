import { statfs } from "node:fs/promises";

/** What the embedded PostgreSQL may need at once: a segment of its log of writes is 16 MiB. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

/** The disk of DATA_DIR has no room for a write. The code is PostgreSQL's for a full disk. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
  readonly code = "53100";
}

export type DiskSpace = {
  /** What is wrong, for operators; null: there is room. */
  fault(): string | null;
  /** Free bytes when it last looked; null where the disk cannot be asked. */
  freeBytes(): number | null;
  /** Throws DiskFull where there is none. */
  assert(): void;
  close(): void;
};

/**
 * Watches the disk that the embedded PostgreSQL writes to. It does not survive a disk that is full to
 * the last byte: where its log of writes cannot grow it never returns, and the process with it. So
 * writes are refused while there still is some room, and reads go on.
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

/** Why nothing can be written to the folder; null where its disk has room, or cannot be asked. */
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
  return `the disk of ${folder} is full: ${left} MiB are left, and writes need ${least}`;
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
