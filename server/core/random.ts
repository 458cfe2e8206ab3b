import { randomFillSync } from "node:crypto";

// Fetched for many at a time: asking the system costs more than all that is made of it.
const POOL = Buffer.allocUnsafeSlow(4_096);
let used = POOL.length;

/** Random bytes of the system's source that nobody has seen and nobody will see again; at most 4,096. */
export function randomSlice(size: number): Buffer {
  if (used + size > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += size;
  return POOL.subarray(used - size, used);
}
