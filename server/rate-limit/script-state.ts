import { KIN_LENGTH } from "./caller";
import { RULES } from "./rules";

/** Bytes of a promise, and the offsets of its client, its caller and the caller's kin. */
export const RECORD = { size: 26, client: 11, caller: 19, kin: 27 - KIN_LENGTH } as const;
/** Bytes before the first crowd, and of a crowd. */
export const HEAD = { short: 12, long: 43, crowd: 17 } as const;

/**
 * The script's functions on a key's state, one string with big-endian numbers: "3", limit (4
 * bytes), empty (7); then, only if there is more state, saved (4), interval before the limit was
 * lowered (4) and its end (7), waiting callers and clients (2, 2), slots promised (2), time of the
 * last lapse (7), promises (2), crowds (1); then 17 bytes per crowd: name (8), used (7), debt (2);
 * then 26 bytes per promise, sorted by due time: due (7), wait (2), kind * 16 + slots (1), client
 * (8), caller (8). Kinds are 0 kept, 1 named, 2 lent, and of promises for several tokens 3 kept, 4
 * named. If such a promise has more than 15 slots, it has several records, and all but the last are
 * of kind 5 or 6. While the limit was not lowered, its end is 1 if there are such promises, which
 * releases before them keep, and for which a record is a promise for one token.
 *
 * Uses plain string functions only: Valkey, Upstash or a proxy might lack a library.
 */
export const NUMBERS = `
local function int2(a, b) return a * 256 + b end
local function int4(a, b, c, d) return ((a * 256 + b) * 256 + c) * 256 + d end
local function int7(a, b, c, d, e, f, g)
  return (((((a * 256 + b) * 256 + c) * 256 + d) * 256 + e) * 256 + f) * 256 + g
end
-- They never fail: a damaged state may hold any number.
local function bytes2(x) return char(floor(x / 256) % 256, x % 256) end
local function bytes4(x)
  return char(floor(x / 16777216) % 256, floor(x / 65536) % 256, floor(x / 256) % 256, x % 256)
end
local function bytes7(x)
  local low = x % 16777216
  local high = (x - low) / 16777216
  return char(floor(high / 16777216) % 256, floor(high / 65536) % 256, floor(high / 256) % 256, high % 256,
    floor(low / 65536), floor(low / 256) % 256, low % 256)
end

`;

/** The script's functions on a key's promises; record i, from 0, begins at base + i * size + 1. */
export const RECORDS = `
local function dueOf(i)
  local at = base + i * ${RECORD.size}
  return int7(byte(raw, at + 1, at + 7))
end
-- How many promises have this name in this place, and how many slots; the first is known.
local function countOf(name, place, first)
  local start = base + place
  local at, slots, count = start + first * ${RECORD.size}, 0, 0
  while at do
    if (at - start) % ${RECORD.size} == 0 then
      slots, count = slots + byte(raw, at - place + 10) % 16, count + 1
      at = find(raw, name, at + ${RECORD.size}, true)
    else
      at = find(raw, name, at + 1, true)
    end
  end
  return slots, count
end
-- Due time, wait, and kind * 16 + slots.
local function headOf(i)
  local at = base + i * ${RECORD.size}
  local a, b, c, d, e, f, g, h, l, both = byte(raw, at + 1, at + 10)
  return int7(a, b, c, d, e, f, g), min(${RULES.farUs / 1_000_000}, h * 256 + l), both
end
-- Kind, slots and number of records of the promise that begins here, and if it is for several tokens.
local function kindAndSlots(i)
  local at = base + i * ${RECORD.size} + 10
  local both = byte(raw, at)
  local slots = both % 16
  local kind, count = (both - slots) / 16, 1
  if kind < 3 then return kind, slots, 1, false end
  while both >= 80 and i + count < n do
    at, count = at + ${RECORD.size}, count + 1
    both = byte(raw, at)
    slots = slots + both % 16
  end
  return (kind + 1) % 2, slots, count, true
end
local function clientOf(i) return sub(raw, base + i * ${RECORD.size} + 11, base + i * ${RECORD.size} + 18) end
local function callerOf(i) return sub(raw, base + i * ${RECORD.size} + 19, base + i * ${RECORD.size} + 26) end
-- How many promises are due by then.
local function countDue(by)
  local low, high = 0, n
  while low < high do
    local mid = floor((low + high) / 2)
    if dueOf(mid) <= by then low = mid + 1 else high = mid end
  end
  return low
end
-- The first record, from one to before another, that has this name in this place.
local function seek(name, place, from, to)
  local at, stop = base + from * ${RECORD.size} + place, base + to * ${RECORD.size}
  while at <= stop do
    at = find(raw, name, at, true)
    if not at or at > stop then return nil end
    local gap = at - base - place
    if gap % ${RECORD.size} == 0 then return gap / ${RECORD.size} end
    at = at + 1
  end
end
`;
