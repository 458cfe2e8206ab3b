import { RULES } from "./rules";
import { RECORD } from "./script-state";

/**
 * A part of the decision: walks over the promises in the calendar. They find how much is free at a
 * time, and when a promise of several slots is possible.
 */
export const WALKS = `  -- The records of a promise that was used, which the walks leave out.
  local used, usedTo = n, -1
  -- What is over by each due time, from the last on, until it is less than enough.
  local function room(from, enough)
    local cost, least = min(half + beside, overdueCost) + allCost - overdueCost, nil
    for i = n - 1, overdue, -1 do
      if i < used or i > usedTo then
        local at = base + i * ${RECORD.size}
        local a, b, c, d, e, f, g, _, _, both = byte(raw, at + 1, at + 10)
        local due = (((((a * 256 + b) * 256 + c) * 256 + d) * 256 + e) * 256 + f) * 256 + g
        local over = due - from - cost
        if not least or over < least then least = over end
        if over < enough then return over, due, cost end
        cost = cost - both % 16 * (due <= untilUs and cheap or T)
      end
    end
    local over = now - from - cost
    if over < enough then return over, now, cost end
    return least and min(least, over) or over
  end
  -- When this is free, no earlier than that: see earliestBesideCostlyUs() in calendar.ts.
  local function costlySlot(from, enough, turn, isHeld)
    local cost = min(half + beside, overdueCost)
    local lost = max(0, lastDue + ${RULES.lateUs} - depth - from)
    local dues, costs, losses = { now }, { cost }, { lost }
    local empty = from + lost + cost
    for i = overdue, n - 1 do
      if i < used or i > usedTo then
        local due, _, both = headOf(i)
        local ahead = max(0, due + ${RULES.lateUs} - depth - empty)
        local step = both % 16 * costBy(due)
        lost, cost, empty = lost + ahead, cost + step, empty + ahead + step
        dues[#dues + 1], costs[#costs + 1], losses[#losses + 1] = due, cost, lost
      end
    end
    local earliest, least, following = now, nil, nil
    for i = #dues, 1, -1 do
      local empty = from + costs[i] + losses[i]
      local slot = max(dues[i], turn, empty + enough)
      local due = isHeld and slot or now + max(1, ceil((slot - now) / 1000000)) * 1000000
      if not following or due < following
        and least - losses[i] >= enough + max(0, due + ${RULES.lateUs} - depth - empty) then
        earliest = slot
      end
      local over = dues[i] - from - costs[i]
      least, following = least and min(least, over) or over, dues[i]
    end
    return earliest
  end`;
