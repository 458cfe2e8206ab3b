import type { Bucket } from "../bucket";
import type { Promised } from "../calendar";
import type { Crowd } from "../crowds";

/** A promise of several tokens takes a record for each 15 slots; all but the last are continued. */
const KINDS = [
  { kind: "kept", isCostly: false, isContinued: false },
  { kind: "named", isCostly: false, isContinued: false },
  { kind: "lent", isCostly: false, isContinued: false },
  { kind: "kept", isCostly: true, isContinued: false },
  { kind: "named", isCostly: true, isContinued: false },
  { kind: "kept", isCostly: true, isContinued: true },
  { kind: "named", isCostly: true, isContinued: true },
] as const;

/** Parses the script's state for comparison with the model's bucket. */
export function parseState(state: Buffer): Bucket {
  const int = (from: number, bytes: number) =>
    Array.from({ length: bytes }, (_, n) => state[from + n] ?? 0).reduce(
      (x, byte) => x * 256 + byte,
      0,
    );
  const text = (from: number) => state.toString("latin1", from, from + 8);
  if (int(0, 1) !== 51) throw new Error("Not a bucket");
  const bucket = { perMinute: int(1, 4), emptyUs: int(5, 7), savedUs: 0, earlier: null };
  if (state.length === 12) return { ...bucket, promises: [], crowds: [] };
  const base = 43 + int(42, 1) * 17;
  const crowds = each(int(42, 1), 43, 17).map(
    (at): Crowd => ({ name: text(at), usedUs: int(at + 8, 7), debt: int(at + 15, 2) }),
  );
  const records = each(int(40, 2), base, 26).map((at) => {
    const kind = KINDS[Math.floor(int(at + 9, 1) / 16)];
    if (kind === undefined) throw new Error("Not a promise");
    return {
      dueUs: int(at, 7),
      waitSeconds: int(at + 7, 2),
      slots: int(at + 9, 1) % 16,
      ...kind,
      client: text(at + 10),
      caller: text(at + 18),
    };
  });
  const promises: Promised[] = [];
  let before = 0;
  for (const { isContinued, ...record } of records) {
    before += record.slots;
    if (isContinued) continue;
    promises.push({ ...record, slots: before });
    before = 0;
  }
  const interval = int(16, 4);
  const earlier = interval === 0 ? null : { interval, untilUs: int(20, 7) };
  return { ...bucket, savedUs: int(12, 4), earlier, promises, crowds };
}

/** Counters of the script that the model does not have. */
export function parseCounts(state: Buffer): { callers: number; clients: number; slots: number } {
  if (state.length === 12) return { callers: 0, clients: 0, slots: 0 };
  return {
    callers: state.readUInt16BE(27),
    clients: state.readUInt16BE(29),
    slots: state.readUInt16BE(31),
  };
}

function each(count: number, from: number, size: number): number[] {
  return Array.from({ length: count }, (_, n) => from + n * size);
}
