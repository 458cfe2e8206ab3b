import { createHash } from "node:crypto";
import { ANY_REQUEST } from "./model";
import { RULES } from "./rules";

/**
 * The model in Lua, one atomic round trip. Plain text and string functions only: no library
 * that Valkey, Upstash or a proxy might lack, and nothing that JSON would mangle on the way.
 *
 * KEYS: bucket, epoch of the partner. ARGV: client, request (8 characters each), requests a
 * minute, expected epoch or "", a new epoch in case none is stored, in tests the time in
 * microseconds, and "peek" to take nothing. Answers "ok|no remaining resetSeconds retryAfterSeconds unreserved" or
 * "stale epoch".
 *
 * State: "L1 perMinute last spare count " and one record of 33 characters a promise, sorted by
 * due time: due in microseconds (16), kind (1: s, p, x), client (8), request (8). Searching is
 * left to string.find, so that hundreds of waiting callers cost little more than none.
 */
const BODY = `
local find, sub, floor, ceil, max, min =
  string.find, string.sub, math.floor, math.ceil, math.max, math.min

if ARGV[4] ~= '' then
  local epoch = redis.pcall('GET', KEYS[2])
  if epoch ~= ARGV[4] then
    if type(epoch) ~= 'string' then
      epoch = ARGV[5]
      redis.call('SET', KEYS[2], epoch)
    end
    return 'stale ' .. epoch
  end
end

local client, caller = ARGV[1], ARGV[1] .. ARGV[2]
local limit = tonumber(ARGV[3])
local now = tonumber(ARGV[6])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local T = ceil(60000000 / limit)
local burst = max(1, floor(limit / 6))
local depth = floor((max(1, limit / 6) - 1) * T)
local last, spare, n, promises = 0, 0, 0, ''

local function due(i)
  return tonumber(sub(promises, i * 33 + 1, i * 33 + 16)) or 0
end

local raw = redis.pcall('GET', KEYS[1])
if type(raw) == 'string' then
  local _, at, a, b, c, d = find(raw, '^L1 (%d+) (%d+) (%d+) (%d+) ')
  if at then
    local was, count = tonumber(a), tonumber(d)
    last, spare, n, promises = tonumber(b), tonumber(c), count, sub(raw, at + 1)
    local final = n > 0 and due(n - 1) or 0
    if was < 1 or was > 60000000 or n > ${RULES.maxPerKey} or #promises ~= n * 33
      or final > now + ${RULES.farUs + 1_000_000} or last > max(now + ${RULES.earlyUs}, final) then
      last, spare, n, promises = 0, 0, 0, ''
    elseif was ~= limit then
      local ratio = T / ceil(60000000 / was)
      if ratio < 1 and last > now then last = now + floor((last - now) * ratio) end
    end
  end
end

local function countDue(by)
  local low, high = 0, n
  while low < high do
    local mid = floor((low + high) / 2)
    if due(mid) <= by then low = mid + 1 else high = mid end
  end
  return low
end

local lapsed = n > 0 and countDue(now - ${RULES.graceUs + 1}) or 0
if lapsed > 0 then
  promises = sub(promises, lapsed * 33 + 1)
  n = n - lapsed
end
local ripe = n > 0 and countDue(now + ${RULES.ripeUs}) or 0
spare = min(spare + lapsed, max(0, burst - ripe))
if last < now then
  last = last - spare * T
  spare = 0
end

local function seek(text, field, from, to)
  local at = from * 33 + field
  while true do
    at = find(promises, text, at, true)
    if not at or at > to * 33 then return nil end
    local index = (at - field) / 33
    if index == floor(index) then return index end
    at = at + 1
  end
end

local function count(text, field, enough)
  local found, index = 0, seek(text, field, 0, n)
  while index do
    found = found + 1
    if found == enough then return found end
    index = seek(text, field, index + 1, n)
  end
  return found
end

local function take(index)
  promises = sub(promises, 1, index * 33) .. sub(promises, index * 33 + 34)
  n = n - 1
end

local slot = max(last + T, now - depth + min(ripe * T, depth))
local ready = ripe > 0 and countDue(now + ${RULES.earlyUs}) or 0
local mine = ready > 0 and seek(caller, 18, 0, ready) or nil
local word, wait, unreserved = 'ok', 0, 0
local isPeek = ARGV[7] == 'peek'
if isPeek then
  mine = nil
elseif mine then
  take(mine)
elseif slot <= now then
  last = slot
elseif spare >= 1 then
  spare = spare - 1
else
  local kept = ready > 0 and (seek('x' .. client, 17, 0, ready)
    or (not seek(caller, 18, 0, n) and seek('s' .. client, 17, 0, ready))) or nil
  if kept then
    take(kept)
  else
    word = 'no'
    -- Counting stops where the answer no longer depends on it.
    local own = n > 0 and count(caller, 18, n < ${RULES.maxPerCaller} and ${RULES.nearOnlyFrom} or ${RULES.maxPerCaller}) or 0
    local ofClient = n > 0 and count(client, 18, n < ${RULES.extrasUpTo} and 1 or ${RULES.maxPerClient}) or 0
    local shared = min(${RULES.sharedSlots}, burst)
    local ahead = slot + (shared - 1) * T
    local slots = 1
    if ofClient > 0 and ofClient < ${RULES.extrasUpTo} and ahead - now <= ${RULES.nearUs} then
      slots = shared
    else
      ahead = slot
    end
    if own >= ${RULES.maxPerCaller} or (own >= ${RULES.nearOnlyFrom} and ahead - now > ${RULES.nearUs})
      or ofClient + slots > ${RULES.maxPerClient} or n + slots > ${RULES.maxPerKey}
      or ahead - now > ${RULES.farUs} then
      unreserved = 1
      local untilUs = slot
      for i = n - 1, 0, -1 do
        if sub(promises, i * 33 + 18, i * 33 + 25) == client then
          untilUs = due(i)
          break
        end
      end
      wait = max(1, ceil((untilUs - now) / 1000000))
    else
      wait = max(1, ceil((ahead - now) / 1000000))
      local at = now + wait * 1000000
      local stamp = string.format('%016.0f', at)
      local added = stamp .. (ofClient > 0 and 'p' or 's') .. caller
      if slots > 1 then
        added = added .. string.rep(stamp .. 'x' .. client .. '${ANY_REQUEST}', slots - 1)
      end
      local index = n > 0 and countDue(at) or 0
      promises = sub(promises, 1, index * 33) .. added .. sub(promises, index * 33 + 1)
      n = n + slots
      last = ahead
    end
  end
end

ripe = n > 0 and countDue(now + ${RULES.ripeUs}) or 0
slot = max(last + T, now - depth + min(ripe * T, depth))
local tokens = slot <= now and floor((now - slot) / T) + 1 or 0
local full = last + T + depth
local lapse = n > 0 and due(n - 1) + ${RULES.graceUs} or 0
local ttl = ceil((max(full, lapse, now) - now) / 1000) + 1000
if not isPeek then
  redis.call('SET', KEYS[1],
    string.format('L1 %.0f %.0f %.0f %.0f ', limit, last, spare, n) .. promises, 'PX', ttl)
end
return string.format('%s %.0f %.0f %.0f %.0f', word, tokens + spare,
  max(0, ceil((full - spare * T - now) / 1000000)), wait, unreserved)
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
