import { KIN_LENGTH } from "./caller";
import { RULES } from "./rules";
import { HEAD, RECORD, RECORDS } from "./script-state";

/**
 * The first part of the script's decision: reads a key's state, lets promises lapse, updates it to
 * the current time and limit, and counts the promises. Treats a state that this script did not
 * write as none.
 */
export const LOAD = `
  local client, isNamed = sub(caller, 1, 8), byte(caller, 17) % 32 == 14
  local hold, maxUs = sub(caller, 18, 25), tonumber(sub(caller, 26))
  caller = sub(caller, 9, 16)
  local base, n = 0, nil
${RECORDS}
  if #raw >= ${HEAD.long} then
    local high, low, count = byte(raw, 41, 43)
    n, base = int2(high, low), ${HEAD.long} + count * ${HEAD.crowd}
    -- Not written by this script, or the store's clock ran back.
    if n > ${RULES.maxPerKey} or count > ${RULES.maxCrowds} or #raw ~= base + n * ${RECORD.size}
      or n > 0 and dueOf(n - 1) > now + ${RULES.farUs + 1_000_000} then
      n, empty = nil, 0
    end
  end
  local T = ceil(60000000 / limit)
  local depth = max(T, floor(limit * T / 6))
  local half = floor(depth / 2)
  local saved, earlier, untilUs, callers, clients, total, lapse = 0, 0, 0, 0, 0, 0, 0
  local crowds, wasT, isCostly = {}, T, false
  if n then
    local a1, a2, a3, a4 = byte(raw, 2, 5)
    wasT = ceil(60000000 / int4(a1, a2, a3, a4))
    saved = int4(byte(raw, 13, 16))
    earlier = int4(byte(raw, 17, 20))
    untilUs = int7(byte(raw, 21, 27))
    isCostly = earlier > 0 or untilUs == 1
    callers = int2(byte(raw, 28, 29))
    clients = int2(byte(raw, 30, 31))
    total = int2(byte(raw, 32, 33))
    lapse = int7(byte(raw, 34, 40))
    for at = ${HEAD.long + 1}, base, ${HEAD.crowd} do
      local used, debt = int7(byte(raw, at + 8, at + 14)), int2(byte(raw, at + 15, at + 16))
      crowds[#crowds + 1] = { name = sub(raw, at, at + 7), used = used, debt = debt }
    end
  else
    raw, base, n = '', 0, 0
  end

  local function crowdNamed(name)
    for i = 1, #crowds do
      if crowds[i].name == name then return crowds[i] end
    end
  end
  local function found(name)
    local crowd = crowdNamed(name)
    if crowd then return crowd end
    crowd = { name = name, used = now - ${RULES.robbedUs}, debt = 0 }
    crowds[#crowds + 1] = crowd
    if #crowds > ${RULES.maxCrowds} then table.remove(crowds, 1) end
    return crowd
  end
  local function kinOf(name) return sub(name, -${KIN_LENGTH}) end
  local function leave(name, place, from, to)
    local index = seek(name, place, 0, n)
    if index and index >= from and index <= to then index = seek(name, place, to + 1, n) end
    return index and 0 or 1
  end

  -- Promises that lapsed.
  local lapsed, kept, i = {}, {}, 0
  while i < n do
    local due, wait, both = headOf(i)
    if due + ${RULES.graceUs} >= now then break end
    if due + ${RULES.graceUs} + wait * ${RULES.graceUsPerSecond} < now then
      local slots = both % 16
      lapsed[#lapsed + 1] = { kind = (both - slots) / 16, client = clientOf(i), caller = callerOf(i) }
      total = total - slots
    else
      kept[#kept + 1] = sub(raw, base + i * ${RECORD.size} + 1, base + (i + 1) * ${RECORD.size})
    end
    i = i + 1
  end
  if #lapsed > 0 then
    raw = table.concat(kept) .. sub(raw, base + i * ${RECORD.size} + 1)
    base, n = 0, n - #lapsed
  end
  local remembered = {}
  for _, crowd in ipairs(crowds) do
    if crowd.used > now - ${RULES.crowdUs} or n > 0 and seek(crowd.name, ${RECORD.caller}, 0, n) then
      remembered[#remembered + 1] = crowd
    end
  end
  crowds = remembered
  if #lapsed > 0 then
    local gone = {}
    for _, one in ipairs(lapsed) do
      if not gone['c' .. one.client] then clients = clients - leave(one.client, ${RECORD.client}, n, -1) end
      local kin = kinOf(one.caller)
      if not gone['w' .. kin] then callers = callers - leave(kin, ${RECORD.kin}, n, -1) end
      gone['c' .. one.client], gone['w' .. kin] = true, true
      if (one.kind == 0 or one.kind == 3 or one.kind == 5) and one.client ~= one.caller then
        local index = seek(one.client, ${RECORD.client}, 0, n)
        while index and (kindAndSlots(index) ~= 0 or callerOf(index) == one.client) do
          index = seek(one.client, ${RECORD.client}, index + 1, n)
        end
        if index then found(one.client) end
      end
    end
  end

  -- Only a damaged state is not sorted.
  if n > 0 and dueOf(0) > dueOf(n - 1) then raw, base, n = '', 0, 0 end

  empty = min(empty, now + T)
  if n == 0 and empty <= now - depth then saved = 0 end
  empty = max(empty, now - depth)
  saved = min(saved, half)
  if n == 0 then
    earlier, untilUs, lapse, callers, clients, total = 0, 0, 0, 0, 0, 0
  else
    if earlier > 0 and untilUs < dueOf(0) then earlier, untilUs = 0, 0 end
    if wasT < T then
      if earlier == 0 then earlier = wasT end
      untilUs = dueOf(n - 1)
    end
  end
  local cheap = earlier > 0 and min(earlier, T) or T
  local function costBy(due)
    if due <= untilUs then return cheap end
    return T
  end

  -- What all promises cost, and those that are overdue.
  local overdue, ready, overdueCost, allCost = 0, 0, 0, 0
  while ready < n do
    local due, _, both = headOf(ready)
    if due > now + ${RULES.earlyUs} then break end
    ready = ready + 1
    if due <= now then
      overdue = ready
      overdueCost = overdueCost + both % 16 * costBy(due)
    end
  end
  if earlier == 0 then
    allCost = total * T
  else
    for i = 0, n - 1 do
      local due, _, both = headOf(i)
      allCost = allCost + both % 16 * costBy(due)
    end
  end

  -- Which promises are for several tokens, except records from one to another: if there are any, what
  -- the largest that is overdue takes beside its first token, and when the last was due that is overdue.
  local beside, lastDue = 0, 0
  local function survey(from, to)
    local sum = 0
    isCostly, beside, lastDue = false, 0, 0
    for i = 0, n - 1 do
      if i < from or i > to then
        if i >= overdue and isCostly then break end
        local due, _, both = headOf(i)
        isCostly = isCostly or both >= 48
        if i < overdue then
          lastDue = due
          if both >= 48 then
            sum = sum + both % 16 * costBy(due)
            if both < 80 then beside, sum = max(beside, sum - costBy(due)), 0 end
          end
        end
      end
    end
  end
  if isCostly then survey(n, -1) end
`;
