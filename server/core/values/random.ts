import { randomFillSync } from "node:crypto";

// Fetched in bulk, because the system call costs more than using the bytes.
const POOL = Buffer.allocUnsafeSlow(4_096);
let used = POOL.length;

/** Random bytes from the system, used only once; at most 4,096. */
export function randomSlice(size: number): Buffer {
  if (used + size > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += size;
  return POOL.subarray(used - size, used);
}
