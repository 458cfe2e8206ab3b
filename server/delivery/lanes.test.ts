import { expect, it } from "vitest";
import { beginRequest, endRequest } from "./lane";
import { Lanes } from "./lanes";

const PLACES = { all: 100, slow: 50, perLook: 40 };

/** Endpoints that this process owns, all of which have more deliveries than may be sent. */
function owned(count: number, partnerOf = (n: number) => `par_${n}`) {
  const lanes = new Lanes(() => PLACES);
  const claimed = Array.from({ length: count }, (_, n) => ({
    endpointId: `whe_${n}`,
    partnerId: partnerOf(n),
    perSecond: 1_000,
    isFailing: false,
  }));
  lanes.add(claimed, 0);
  let events = 0;
  /** Begins what may begin now; returns how many requests that were. */
  const begin = (nowMs: number): number => {
    const ready = lanes.ready(nowMs);
    for (const { lane, slots } of ready) {
      for (let n = 0; n < slots; n++) beginRequest(lane, `evt_${events++}`, nowMs);
    }
    return ready.reduce((sum, { slots }) => sum + slots, 0);
  };
  const laneOf = (n: number) => {
    const lane = lanes.get(`whe_${n}`);
    if (!lane) throw new Error("no such lane");
    return lane;
  };
  return { lanes, begin, laneOf };
}

it("never more are sent and unrecorded than there are places", () => {
  const { lanes, begin, laneOf } = owned(300);
  let most = 0;
  for (let nowMs = 0; nowMs < 500; nowMs += 10) {
    expect(begin(nowMs)).toBeLessThanOrEqual(PLACES.perLook);
    most = Math.max(most, lanes.unrecorded());
    // All of them are accepted at once, and none is recorded.
    for (let n = 0; n < 300; n++) {
      for (const eventId of [...laneOf(n).open.keys()]) {
        endRequest(laneOf(n), { eventId, isDelivered: true }, nowMs);
      }
    }
  }
  expect(most).toBe(PLACES.all);
  expect(lanes.waitMs(500)).toBe(Number.POSITIVE_INFINITY);
  for (let n = 0; n < 300; n++) laneOf(n).held.clear();
  expect(lanes.waitMs(500)).toBe(0);
  expect(begin(500)).toBe(PLACES.perLook);
});

it("endpoints that hang leave half of the places to the others", () => {
  const { lanes, begin, laneOf } = owned(300);
  // Nobody answers: after a second, all that have a request are known to hang.
  for (let nowMs = 0; nowMs < 1_000; nowMs += 10) begin(nowMs);
  const hanging = Array.from({ length: 300 }, (_, n) => n).filter((n) => laneOf(n).open.size > 0);
  for (const n of hanging) {
    for (const eventId of [...laneOf(n).open.keys()]) {
      endRequest(laneOf(n), { eventId, isDelivered: false }, 16_000);
    }
    laneOf(n).held.clear();
  }
  lanes.extend(lanes.ids(), 16_000);
  for (let nowMs = 16_000; nowMs < 16_500; nowMs += 10) {
    begin(nowMs);
    // The others answer, and are recorded.
    for (let n = 0; n < 300; n++) {
      if (hanging.includes(n)) continue;
      for (const eventId of [...laneOf(n).open.keys()]) {
        endRequest(laneOf(n), { eventId, isDelivered: true }, nowMs);
      }
      laneOf(n).held.clear();
    }
  }
  expect(lanes.unrecorded()).toBeLessThanOrEqual(PLACES.slow);
  expect(begin(16_500)).toBeGreaterThan(0);
});

it("a partner whose endpoints begin to hang together leaves half of the places to the others", () => {
  const { lanes, begin, laneOf } = owned(21, (n) => (n < 20 ? "par_hanging" : "par_other"));
  for (let n = 0; n <= 20; n++) laneOf(n).hasMore = false;
  // One after another gets events, so that none of them shares the places with the others.
  for (let n = 0; n < 20; n++) {
    laneOf(n).hasMore = true;
    for (let look = 0; look < 3; look++) begin(n * 30 + look * 10);
  }
  expect(lanes.unrecorded()).toBe(PLACES.all / 2);
  expect(lanes.waitMs(600)).toBe(Number.POSITIVE_INFINITY);
  laneOf(20).hasMore = true;
  expect(lanes.waitMs(600)).toBe(0);
  expect(begin(600)).toBe(10);
});

it("each endpoint gets its turn", () => {
  const { begin, laneOf } = owned(300);
  for (let round = 0; round < 100; round++) {
    begin(round * 10);
    for (let n = 0; n < 300; n++) {
      for (const eventId of [...laneOf(n).open.keys()]) {
        endRequest(laneOf(n), { eventId, isDelivered: true }, round * 10);
      }
      laneOf(n).held.clear();
    }
  }
  const counts = Array.from({ length: 300 }, (_, n) => laneOf(n).begunAtMs.length);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});
