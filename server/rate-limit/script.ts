import { createHash } from "node:crypto";
import { EPOCH_LENGTH } from "./epoch";
import { ANY_REQUEST } from "./model";
import { RULES } from "./rules";

const { near, far, shared, twins } = RULES;
/** Of a client's promises the script counts up to here; with fewer on the key, it looks for one. */
const MOST = Math.max(near.perClient, far.perClient, shared.upTo, twins.upTo);
const MOST_SLOTS = Math.max(shared.slots, twins.slots);
const FEW =
  1 +
  Math.min(
    near.perClient - MOST_SLOTS,
    far.perClient - MOST_SLOTS,
    shared.upTo - 1,
    twins.upTo - 1,
  );

/**
 * The model in Lua, one atomic round trip for all that is asked about one partner at once. Plain
 * text and string functions only: no library that Valkey, Upstash or a proxy might lack.
 *
 * KEYS: epoch of the partner, then for each question its bucket. ARGV: in tests the time in
 * microseconds, a new epoch in case none is stored, and "peek" to take nothing; then for each
 * question the caller (client and request, 8 characters each), requests a minute, and the expected
 * epoch or "". Answers with a JSON array, which a client reads at once: for each question five
 * numbers, which are 1 if admitted, remaining, seconds until full, seconds to wait, 1 if
 * unreserved. Where the expected epoch is not the stored one it touches nothing, and the answer is
 * the stored one.
 *
 * State: "L1 perMinute last spare count " and one record of 33 characters a promise, sorted by
 * due time: due in microseconds (16), kind (1: s, p, x), client (8), request (8). Searching is
 * left to string.find: walking through the records in Lua takes many times as long.
 */
const BODY = `
local find, sub, format, floor, ceil, max, min =
  string.find, string.sub, string.format, math.floor, math.ceil, math.max, math.min

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local fresh, isPeek, epoch = ARGV[2], ARGV[3] == 'peek', nil

local answers = {}
for q = 1, #KEYS - 1 do
  local key, caller, limit, expected = KEYS[q + 1], ARGV[q * 3 + 1], tonumber(ARGV[q * 3 + 2]), ARGV[q * 3 + 3]
  if expected ~= '' and not epoch then epoch = redis.pcall('GET', KEYS[1]) or '' end
  if expected ~= '' and epoch ~= expected then
    if type(epoch) ~= 'string' or #epoch ~= ${EPOCH_LENGTH} then
      epoch = fresh
      redis.call('SET', KEYS[1], epoch)
    end
    answers[q] = '"' .. epoch .. '"'
  else
    local client = sub(caller, 1, 8)
    local T = ceil(60000000 / limit)
    local burst = max(1, floor(limit / 6))
    local shared = min(${RULES.shared.slots}, 1 + floor(limit / 15))
    local twins = min(${RULES.twins.slots}, 1 + floor(limit / 15), 1 + ceil(limit / 60))
    local depth = floor((max(1, limit / 6) - 1) * T)
    local last, spare, n = 0, 0, 0

    -- Record i lies from base + i * 33 + 1 on. The state is not cut into pieces before it is put
    -- together again: what costs here is each copy that the collector has to clear away.
    local raw, base = redis.pcall('GET', key), nil
    if type(raw) == 'string' then
      local _, at, a, b, c, d = find(raw, '^L1 (%d+) (%d+) (%d+) (%d+) ')
      if at then
        local was, final, bucketLast = tonumber(a), 0, tonumber(b)
        local size = tonumber(d)
        if size > 0 then final = tonumber(sub(raw, -33, -18)) or 0 end
        if was >= 1 and was <= 60000000 and size <= ${RULES.maxPerKey} and #raw == at + size * 33
          and final <= now + ${RULES.farUs + 1_000_000} and bucketLast <= max(now + ${RULES.earlyUs}, final) then
          base, last, spare, n = at, bucketLast, tonumber(c), size
          local ratio = T / ceil(60000000 / was)
          if ratio < 1 and last > now then last = now + floor((last - now) * ratio) end
        end
      end
    end
    if not base then raw, base = '', 0 end

    local due, countDue, seek, count
    local held, ready = 0, 0
    if n > 0 then
      due = function(i)
        return tonumber(sub(raw, base + i * 33 + 1, base + i * 33 + 16)) or 0
      end
      countDue = function(by)
        local low, high = 0, n
        while low < high do
          local mid = floor((low + high) / 2)
          if due(mid) <= by then low = mid + 1 else high = mid end
        end
        return low
      end
      -- The index of the first record from one to before another that has the text in this place.
      seek = function(text, field, from, to)
        local at, stop = base + from * 33 + field, base + to * 33
        while true do
          at = find(raw, text, at, true)
          if not at or at > stop then return nil end
          local index = (at - base - field) / 33
          if index == floor(index) then return index end
          at = at + 1
        end
      end
      count = function(text, field, enough)
        local found, index = 0, seek(text, field, 0, n)
        while index and found + 1 < enough do
          found = found + 1
          index = seek(text, field, index + 1, n)
        end
        return index and found + 1 or found
      end
      local lapsed = countDue(now - ${RULES.graceUs + 1})
      if lapsed > 0 then
        base = base + lapsed * 33
        n = n - lapsed
        spare = spare + lapsed
      end
      held = countDue(now + ${RULES.roundingUs} + (max(shared, twins) - 1) * T)
      ready = held > 0 and countDue(now + ${RULES.earlyUs}) or 0
    end

    spare = min(spare, max(0, burst - held))
    if last < now then
      last = last - spare * T
      spare = 0
    end

    last = max(last, now - depth - T + min(held * T, depth))

    local slot = last + T
    local admitted, wait, unreserved, used = 1, 0, 0, nil
    local cut, gap, added, lapse = n, 0, '', 0
    if not isPeek then
      if ready > 0 then used = seek(caller, 18, 0, ready) end
      if used then
        -- Paid for when it was promised.
      elseif slot <= now then
        last = slot
      elseif spare >= 1 then
        spare = spare - 1
      else
        if ready > 0 then
          used = seek('x' .. client, 17, 0, ready)
            or (not seek(caller, 18, 0, n) and seek('s' .. client, 17, 0, ready)) or nil
        end
        if not used then
          admitted = 0
          local own, ofClient = 0, 0
          if n > 0 then
            -- Counting stops where the answer no longer depends on it.
            own = count(caller, 18, n < ${RULES.near.perCaller} and ${RULES.far.perCaller} or ${RULES.near.perCaller})
            ofClient = count(client, 18, n < ${FEW} and 1 or ${MOST})
          end
          local slots, near, upTo = shared, ${RULES.shared.nearUs}, ${RULES.shared.upTo}
          if own > 0 then slots, near, upTo = twins, ${RULES.twins.nearUs}, ${RULES.twins.upTo} end
          local ahead = slot + (slots - 1) * T
          if ofClient == 0 or ofClient >= upTo or ahead - now > near then
            slots, ahead = 1, slot
          end
          local perCaller, perClient = ${RULES.near.perCaller}, ${RULES.near.perClient}
          if ahead - now > near then perCaller, perClient = ${RULES.far.perCaller}, ${RULES.far.perClient} end
          if own >= perCaller or ofClient + slots > perClient or n + slots > ${RULES.maxPerKey}
            or ahead - now > ${RULES.farUs} then
            unreserved = 1
            local untilUs = slot
            local index = n > 0 and seek(client, 18, 0, n)
            while index do
              untilUs = due(index)
              index = seek(client, 18, index + 1, n)
            end
            wait = max(1, ceil((untilUs - now) / 1000000))
          else
            wait = max(1, ceil((ahead - now) / 1000000))
            local at = now + wait * 1000000
            local stamp = format('%016.0f', at)
            added = stamp .. (ofClient > 0 and 'p' or 's') .. caller
            if slots > 1 then
              added = added .. string.rep(stamp .. 'x' .. client .. '${ANY_REQUEST}', slots - 1)
            end
            cut = n > 0 and countDue(at) or 0
            if cut == n then lapse = at end
            last = ahead
          end
        end
      end
      if used then
        cut, gap = used, 1
      end
    end

    slot = last + T
    local left = spare
    if slot <= now then left = left + floor((now - slot) / T) + 1 end
    local full = last + T + depth
    if not isPeek then
      local size = n - gap + #added / 33
      local final = n - 1
      if gap == 1 and used == final then final = final - 1 end
      if lapse == 0 and final >= 0 then lapse = due(final) end
      if size > 0 then lapse = lapse + ${RULES.graceUs} end
      local head = format('L1 %d %.0f %d %d ', limit, last, spare, size)
      if size > 0 then
        head = head .. sub(raw, base + 1, base + cut * 33) .. added .. sub(raw, base + (cut + gap) * 33 + 1)
      end
      redis.call('SET', key, head, 'PX', ceil((max(full, lapse, now) - now) / 1000) + 1000)
    end
    answers[q] = format('[%d,%d,%d,%d,%d]', admitted, left, max(0, ceil((full - spare * T - now) / 1000000)), wait, unreserved)
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
