import { RULES } from "./rules";
import { LOAD } from "./script-load";
import { RECORD } from "./script-state";
import { WALKS } from "./script-walks";

/**
 * The script's decision for a key with more state than its fill level, or with no token left.
 * Returns 1 if admitted or 2 if held, remaining, seconds until full, seconds to wait, the exact
 * wait in microseconds, and 1 if unreserved. Defines its functions here rather than in every run of
 * the script, because most keys have tokens left.
 */
export const DECIDE = `
-- Slots and number of a client's promises, by key and client, until a state is written: what hammers
-- asks many questions in one call, which change nothing.
local counted = {}
local function decideFully(key, raw, limit, empty, caller, tokens, isPeek)
${LOAD}
${WALKS}

  if isPeek then
    local left = max(0, min(floor(room(empty + saved, T) / T), max(1, floor(limit / 6))))
    return format('[1,%d,%d,0,0,0]', left, max(0, ceil((empty + depth + allCost - now) / 1000000)))
  end

  local crowd
  local admitted, left, wait, waitUs, unreserved = 1, 0, 0, 0, 0
  local cut, gap, added, brokenCost = n, 0, '', 0
  local need, isPossible = tokens * T, tokens <= max(1, floor(limit / 6))
  local function take(index)
    local due = dueOf(index)
    local _, slots, count, isOfSeveral = kindAndSlots(index)
    local cost = costBy(due)
    if empty - T + tokens * cost > now then return false end
    empty = empty + tokens * cost
    if crowd or not isOfSeveral then saved = min(half, saved + (slots - tokens) * cost) end
    if crowd then crowd.used = due end
    total = total - slots
    allCost = allCost - slots * cost
    if index < overdue then overdueCost = overdueCost - slots * cost end
    used, usedTo = index, index + count - 1
    if isCostly then survey(used, usedTo) end
    return true
  end
  local function drop(index)
    local _, _, count = kindAndSlots(index)
    clients = clients - leave(clientOf(index), ${RECORD.client}, index, index + count - 1)
    callers = callers - leave(kinOf(callerOf(index)), ${RECORD.kin}, index, index + count - 1)
    cut, gap = index, count
  end
  -- Out of the calendar, unused.
  local function withdraw(index)
    local _, slots, count = kindAndSlots(index)
    local cost = slots * costBy(dueOf(index))
    drop(index)
    total, allCost, brokenCost = total - slots, allCost - cost, brokenCost + cost
    if index < overdue then overdue, overdueCost = overdue - count, overdueCost - cost end
    if index < ready then ready = ready - count end
    raw = sub(raw, base + 1, base + index * ${RECORD.size}) .. sub(raw, base + (index + count) * ${RECORD.size} + 1)
    base, n = 0, n - count
    cut, gap, used = n, 0, n
    if isCostly then survey(n, -1) end
  end
  local function spend()
    empty = empty + need
    saved = max(0, saved - need)
  end

  -- A request that is held, see hold.ts.
  local isSettled = false
  local held = maxUs and n > 0 and seek(hold, ${RECORD.caller}, 0, n) or nil
  if held and maxUs >= 0 and held < ready and take(held) then
    drop(held)
    left = floor(room(empty + saved, T) / T)
    isSettled = true
  elseif held then
    local due = dueOf(held)
    waitUs = max(due, empty - T + costBy(due)) - now
    withdraw(held)
    local over = room(empty + saved, T)
    if maxUs >= 0 and over >= T then
      empty = empty + T
      left = floor(over / T) - 1
      isSettled = true
    elseif maxUs > 0 then
      local full = empty + depth + allCost + brokenCost
      return format('[2,0,%d,%d,%.0f,0]', max(0, ceil((full - now) / 1000000)), ceil(waitUs / 1000000), waitUs)
    end
    waitUs = 0
  end
  if maxUs and maxUs < 0 then
    admitted = 0
    left = floor(room(empty + saved, T) / T)
    isSettled = true
  end

  local who = caller
  local owned = n > 0 and seek(caller, ${RECORD.caller}, 0, n)
  if not isNamed and not owned and crowdNamed(client) then who = client end
  crowd = crowdNamed(who)

  local own, other, lent
  local place = seek(who, ${RECORD.caller}, 0, ready)
  while place and not own do
    local kind, slots, count, isOfSeveral = kindAndSlots(place)
    if kind == 2 then
      lent = lent or place
    elseif not crowd or dueOf(place) <= now + ${RULES.crowdEarlyUs} then
      if isOfSeveral and slots >= tokens then
        other = other or place
      elseif tokens == 1 then
        own = place
      end
    end
    place = seek(who, ${RECORD.caller}, place + count, ready)
  end
  own = own or other

  if isSettled then
    -- Decided already.
  elseif own and isPossible and take(own) then
    drop(own)
    -- An early promise is not among the overdue, so the walk has to leave it out.
    left = floor(room(empty + saved, T) / T)
  else
    -- Without a token now the calendar need not be read.
    local over = now - empty - saved - min(half + beside, overdueCost)
    if over >= need then over = room(empty + saved, need) end
    local isDone, spare = false, need - T
    if over >= need then
      empty = empty + need
      left = floor(over / T) - tokens
      isDone = true
    elseif empty + spare <= now and isPossible then
      if lent and tokens == 1 then
        spend()
        drop(lent)
        isDone = true
      elseif crowd and crowd.used > now - ${RULES.robbedUs} and room(empty, spare) >= spare then
        spend()
        crowd.debt = min(${RULES.maxDebt}, crowd.debt + tokens * ${RULES.slotDebt})
        if tokens > 1 then left = floor(room(empty + saved, T) / T) end
        isDone = true
      elseif not isNamed and tokens == 1 then
        local only = seek(client, ${RECORD.client}, 0, n)
        while only and kindAndSlots(only) == 2 do only = seek(client, ${RECORD.client}, only + 1, n) end
        local another = only and seek(client, ${RECORD.client}, only + 1, n)
        while another and kindAndSlots(another) == 2 do another = seek(client, ${RECORD.client}, another + 1, n) end
        if only and not another and only < ready and byte(raw, base + only * ${RECORD.size} + 10) < 16 and take(only) then
          local at = base + only * ${RECORD.size}
          cut, gap, added = only, 1, sub(raw, at + 1, at + 9) .. char(32) .. sub(raw, at + 11, at + ${RECORD.size})
          -- More than can be laid by is free again.
          left = floor(room(empty + saved, T) / T)
          isDone = true
        end
      end
    end

    if not isDone then
      admitted = 0
      if own then withdraw(own) end
      local mine = owned
      if own or who ~= caller then mine = n > 0 and seek(who, ${RECORD.caller}, 0, n) end
      local theirs = n > 0 and seek(client, ${RECORD.client}, 0, n)
      local turn = now
      local share = max(1, floor(${RULES.maxPerClients} / max(1, clients)))
      local slots, count = 0, 0
      -- Counting stops where the answer no longer depends on it.
      if theirs and clients == 1 then
        count = n
      elseif theirs then
        local known = counted[key .. client]
        if known and brokenCost == 0 then
          slots, count = known[1], known[2]
        else
          slots, count = countOf(client, ${RECORD.client}, theirs)
          -- A promise that is only withdrawn here still stands if nothing is written.
          if brokenCost == 0 then counted[key .. client] = { slots, count } end
        end
        if slots > 0 then
          turn = now + ceil(slots * T * (2 * clients + 1) / 3)
        end
      end
      local isOver = count >= share
      local isTurned = callers > 1 and who ~= client
      count = 0
      if mine and n >= ${RULES.maxPerCallerFar} then
        local _, some = countOf(who, ${RECORD.caller}, mine)
        count = some
      end
      -- Its held requests too.
      local kin = n > 0 and seek(kinOf(who), ${RECORD.kin}, 0, n)
      if kin and isTurned then
        slots = countOf(kinOf(who), ${RECORD.kin}, kin)
        if slots > 0 then turn = max(turn, now + ceil(slots * T * (2 * callers + 1) / 3)) end
      end
      local from = empty + saved
      -- Whether a promise for so many slots is within the caps.
      local function isWithin(some, isHeld)
        local at, records = turn, max(1, ceil(some / ${RULES.slotsPerRecord}))
        local function isFull()
          local most = ${RULES.maxPerCaller}
          if at - now > max(${RULES.callerFarUs}, ${RULES.callerFarSlots} * T) then most = ${RULES.maxPerCallerFar} end
          return not isPossible or isOver or count >= most or at - now > ${RULES.farUs} or n + records > ${RULES.maxPerKey}
        end
        if isFull() then
          at = max(at, from + min(half + beside, overdueCost) + allCost - overdueCost + some * T)
        elseif isCostly then
          at = costlySlot(from, some * T, turn, isHeld)
        else
          local _, stop, cost = room(from, some * T)
          if stop then at = max(at, stop, from + cost + some * T) end
        end
        -- By a damaged state it might lie in the past.
        waitUs = max(0, min(${RULES.longestUs}, at - now))
        wait = max(1, ceil(waitUs / 1000000))
        return not isFull()
      end
      if maxUs and isWithin(1, true) and waitUs <= maxUs then
        admitted = 2
        local due = now + waitUs
        if n == 0 or not seek(kinOf(hold), ${RECORD.kin}, 0, n) then callers = callers + 1 end
        if not theirs then clients = clients + 1 end
        cut = n > 0 and countDue(due) or 0
        added = bytes7(due) .. bytes2(0) .. char(17) .. client .. hold
        total = total + 1
        allCost = allCost + costBy(due)
        lapse = max(lapse, due + ${RULES.graceUs})
      else
        local debt
        slots = tokens
        if crowd or mine then
          local known = crowd or { used = now - ${RULES.robbedUs}, debt = 0 }
          debt = min(${RULES.maxDebt}, known.debt + tokens * (known.used > now - ${RULES.robbedUs} and ${RULES.slotDebt + 1} or 1))
          slots = tokens + tokens * min(${RULES.maxSlots - 1}, floor(limit / (15 * tokens)), ceil(limit / (60 * tokens)),
            floor(debt / (${RULES.slotDebt * RULES.debtShare} * tokens) + 0.5))
        end
        if not isWithin(slots, false) then
          unreserved = 1
        else
          if debt then
            if not crowd then crowd = found(who) end
            crowd.debt = max(0, debt - (slots - tokens) * ${RULES.slotDebt})
          end
          local due = now + wait * 1000000
          if not kin then callers = callers + 1 end
          if not theirs then clients = clients + 1 end
          cut = n > 0 and countDue(due) or 0
          local kind = isNamed and 16 or 0
          if tokens == 1 then
            added = bytes7(due) .. bytes2(wait) .. char(kind + slots) .. client .. who
          else
            isCostly = true
            local head = bytes7(due) .. bytes2(wait)
            local more = floor((slots - 1) / ${RULES.slotsPerRecord})
            added = rep(head .. char(kind + 80 + ${RULES.slotsPerRecord}) .. client .. who, more)
              .. head .. char(kind + 48 + slots - more * ${RULES.slotsPerRecord}) .. client .. who
          end
          total = total + slots
          allCost = allCost + slots * costBy(due)
          lapse = max(lapse, due + ${RULES.graceUs} + wait * ${RULES.graceUsPerSecond})
        end
      end
    end
  end

  local full = empty + depth + allCost
  if unreserved == 1 then
    -- Nothing changed: its own promise stands as well.
    full = full + brokenCost
  else
    local size = n - gap + #added / ${RECORD.size}
    local done = max(empty + depth, size > 0 and lapse or 0)
    if earlier == 0 then untilUs = isCostly and size > 0 and 1 or 0 end
    local head = '3' .. bytes4(limit) .. bytes7(empty)
    if size > 0 or saved > 0 or #crowds > 0 then
      local parts = { head, bytes4(saved), bytes4(earlier), bytes7(untilUs), bytes2(callers), bytes2(clients),
        bytes2(total), bytes7(lapse), bytes2(size), char(#crowds) }
      for i = 1, #crowds do
        local one = crowds[i]
        parts[#parts + 1] = one.name .. bytes7(one.used) .. bytes2(one.debt)
        done = max(done, one.used + ${RULES.crowdUs})
      end
      parts[#parts + 1] = sub(raw, base + 1, base + cut * ${RECORD.size})
      parts[#parts + 1] = added
      parts[#parts + 1] = sub(raw, base + (cut + gap) * ${RECORD.size} + 1)
      head = table.concat(parts)
    end
    redis.call('SET', key, head, 'PX', ceil(max(0, done - now) / 1000) + 1000)
    counted = {}
  end
  left = max(0, min(left, max(1, floor(limit / 6))))
  return format('[%d,%d,%d,%d,%.0f,%d]', admitted, left, max(0, ceil((full - now) / 1000000)), wait, waitUs, unreserved)
end
`;
