import { createHash } from "node:crypto";
import { EPOCH_LENGTH } from "./epoch";
import { RULES } from "./rules";
import { DECIDE } from "./script-decide";
import { HEAD, RECORD, STATE } from "./script-state";

/**
 * The model in Lua, one atomic round trip for all that is asked about one partner at once.
 *
 * KEYS: epoch of the partner, then for each question its bucket. ARGV: in tests the time in
 * microseconds, a new epoch in case none is stored, and "peek" to take nothing; then for each
 * question client and caller (8 characters each) and "n" if the caller is named, requests a minute,
 * and the expected epoch or "". Answers with a JSON array, which a client reads at once: for each
 * question six numbers, which are 1 if admitted, remaining, seconds until full, seconds to wait, the
 * exact wait in microseconds, 1 if unreserved. Where the expected epoch is not the stored one it
 * touches nothing, and the answer is the stored one.
 */
const BODY = `
local byte, char, find, sub, format, floor, ceil, max, min = string.byte, string.char, string.find,
  string.sub, string.format, math.floor, math.ceil, math.max, math.min

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local fresh, isPeek, epoch = ARGV[2], ARGV[3] == 'peek', nil
${STATE}
${DECIDE}
-- Reads the state of a key. Leaves n nil where it holds no promises, or none that can be believed.
local function read(key)
  raw, n = redis.pcall('GET', key), nil
  if type(raw) ~= 'string' or #raw < ${HEAD.short} or byte(raw) ~= 51 then return 0 end
  local _, a, b, c, d, e, f, g, h, i, j, k = byte(raw, 1, ${HEAD.short})
  local limit, empty = int4(a, b, c, d), int7(e, f, g, h, i, j, k)
  if limit < 1 or limit > 60000000 or empty > now + ceil(60000000 / limit) + 1000000 then return 0 end
  if #raw == ${HEAD.short} then return empty end
  if #raw < ${HEAD.long} then return 0 end
  local high, low, crowds = byte(raw, 41, 43)
  n, base = int2(high, low), ${HEAD.long} + crowds * ${HEAD.crowd}
  if n > ${RULES.maxPerKey} or crowds > ${RULES.maxCrowds} or #raw ~= base + n * ${RECORD.size}
    or n > 0 and dueOf(n - 1) > now + ${RULES.farUs + 1_000_000} then
    n = nil
    return 0
  end
  return empty
end

local function decide(key, caller, limit)
  local empty = read(key)
  local T = ceil(60000000 / limit)
  local depth = max(T, floor(limit * T / 6))
  local from = max(empty, now - depth)
  -- Where nothing is promised, the whole decision.
  if not n and not isPeek and from + T <= now then
    from = from + T
    redis.call('SET', key, '3' .. bytes4(limit) .. bytes7(from), 'PX', ceil((from + depth - now) / 1000) + 1000)
    local left = min(floor((now - from) / T), max(1, floor(limit / 6)))
    return format('[1,%d,%d,0,0,0]', left, max(0, ceil((from + depth - now) / 1000000)))
  end
  return decideFully(key, limit, empty, sub(caller, 1, 8), sub(caller, 9, 16), #caller > 16, isPeek)
end

local answers = {}
for q = 1, #KEYS - 1 do
  local expected = ARGV[q * 3 + 3]
  if expected ~= '' and not epoch then epoch = redis.pcall('GET', KEYS[1]) or '' end
  if expected ~= '' and epoch ~= expected then
    if type(epoch) ~= 'string' or #epoch ~= ${EPOCH_LENGTH} then
      epoch = fresh
      redis.call('SET', KEYS[1], epoch)
    end
    answers[q] = '"' .. epoch .. '"'
  else
    answers[q] = decide(KEYS[q + 1], ARGV[q * 3 + 1], tonumber(ARGV[q * 3 + 2]))
  end
end
return '[' .. table.concat(answers, ',') .. ']'
`;

export type Script = { text: string; sha: string; locksKeys: boolean };

/**
 * The script as a store wants it. With `locksKeys` its first line tells Upstash to lock only
 * this key and not the database; stock Redis refuses that line.
 */
export function scriptFor({ locksKeys }: { locksKeys: boolean }): Script {
  const text = locksKeys ? `#!lua flags=allow-key-locking\n${BODY}` : BODY;
  return { text, sha: createHash("sha1").update(text).digest("hex"), locksKeys };
}
