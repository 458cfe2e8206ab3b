import { createHash } from "node:crypto";
import { EPOCH_LENGTH } from "./epoch";
import { DECIDE } from "./script-decide";
import { HEAD, NUMBERS } from "./script-state";

/**
 * The model in Lua: one atomic round trip for all questions of a batch about one partner.
 *
 * KEYS: epoch of the partner, then each question's bucket. ARGV: the time in microseconds (tests
 * only), a new epoch in case none is stored, and "peek" to take nothing; then for each question its
 * sender, limit per minute, and expected epoch or "". A sender is client and caller (8 characters
 * each), "n" if the caller is named or else "u", and for a request that may be held its name (8
 * characters) and longest wait; or "N" or "U" and the tokens that the request takes, if several.
 *
 * Returns a JSON array, which clients parse faster than a list. Per question: 1 if admitted or 2 if
 * held, remaining, seconds until full, seconds to wait, the exact wait in microseconds, 1 if
 * unreserved. If the expected epoch differs from the stored one, it changes nothing and returns the
 * stored one instead.
 */
const BODY = `
local byte, char, find, sub, rep, format, floor, ceil, max, min = string.byte, string.char, string.find,
  string.sub, string.rep, string.format, math.floor, math.ceil, math.max, math.min

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local fresh, isPeek, epoch = ARGV[2], ARGV[3] == 'peek', nil
${NUMBERS}
${DECIDE}
-- A value of another type is replaced. With any other error, such as a missing permission, all
-- buckets would look full: it fails.
local function read(key)
  local found = redis.pcall('GET', key)
  if type(found) ~= 'table' or find(found.err, 'WRONGTYPE', 1, true) then return found end
  return redis.call('GET', key)
end
local function decide(key, caller, limit)
  local raw, empty, isPlain = read(key), 0, true
  if type(raw) == 'string' and #raw >= ${HEAD.short} and byte(raw) == 51 then
    local _, a, b, c, d, e, f, g, h, i, j, k = byte(raw, 1, ${HEAD.short})
    local was, at = int4(a, b, c, d), int7(e, f, g, h, i, j, k)
    -- Not written by this script, or the store's clock ran back.
    if was >= 1 and was <= 60000000 and at <= now + ceil(60000000 / was) + 1000000 then
      empty, isPlain = at, #raw == ${HEAD.short}
    else
      raw = ''
    end
  else
    raw = ''
  end
  local T = ceil(60000000 / limit)
  local depth = max(T, floor(limit * T / 6))
  local tokens = 1
  if #caller > 17 and byte(caller, 17) < 97 then tokens = tonumber(sub(caller, 18)) end
  local after = max(empty, now - depth) + tokens * T
  if not isPlain or isPeek or after > now or byte(caller, 26) == 45 then
    return decideFully(key, raw, limit, empty, caller, tokens, isPeek)
  end
  -- Nothing is promised and a token is left: the whole decision.
  local full = after + depth - now
  redis.call('SET', key, '3' .. bytes4(limit) .. bytes7(after), 'PX', ceil(full / 1000) + 1000)
  local left = min(floor((now - after) / T), max(1, floor(limit / 6)))
  return format('[1,%d,%d,0,0,0]', left, max(0, ceil(full / 1000000)))
end

local answers = {}
for q = 1, #KEYS - 1 do
  local expected = ARGV[q * 3 + 3]
  if expected ~= '' and not epoch then epoch = read(KEYS[1]) or '' end
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
 * The script for one kind of store. With `locksKeys` its first line makes Upstash lock only its
 * keys instead of the database; stock Redis refuses that line.
 */
export function scriptFor({ locksKeys }: { locksKeys: boolean }): Script {
  const text = locksKeys ? `#!lua flags=allow-key-locking\n${BODY}` : BODY;
  return { text, sha: createHash("sha1").update(text).digest("hex"), locksKeys };
}
