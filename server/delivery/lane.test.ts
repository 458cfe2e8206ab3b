import { expect, it } from "vitest";
import { beginRequest, endRequest, freeSlots, newLane, slotWaitMs } from "./lane";

function ownedLane(perSecond: number) {
  const endpoint = { endpointId: "whe_1", partnerId: null, perSecond, isFailing: false };
  return Object.assign(newLane(endpoint), { ownedUntilMs: 1e9 });
}

it("ten requests at once at most", () => {
  const lane = ownedLane(1_000);
  for (let n = 0; n < 10; n++) beginRequest(lane, `evt_${n}`, 0);
  expect(freeSlots(lane, 5_000)).toBe(0);
  endRequest(lane, { eventId: "evt_0", isDelivered: true }, 5_000);
  expect(freeSlots(lane, 5_000)).toBe(1);
});

it("never more than the limit within any second, and as many as that", () => {
  const lane = ownedLane(7);
  const begunAtMs: number[] = [];
  for (let nowMs = 0; nowMs < 10_000; nowMs += 1) {
    // Bursts, pauses and steady requests.
    const wanted = nowMs % 1_700 < 40 ? 5 : nowMs % 90 === 0 ? 1 : 0;
    for (let n = 0; n < Math.min(wanted, freeSlots(lane, nowMs)); n++) {
      beginRequest(lane, "evt", nowMs);
      endRequest(lane, { eventId: "evt", isDelivered: true }, nowMs);
      begunAtMs.push(nowMs);
    }
  }
  const within = begunAtMs.map(
    (at) => begunAtMs.filter((other) => other >= at && other < at + 1_000).length,
  );
  expect(Math.max(...within)).toBe(7);
});

it("says when the limit allows the next request", () => {
  const lane = ownedLane(2);
  expect(slotWaitMs(lane, 0)).toBe(0);
  for (const atMs of [100, 400]) {
    beginRequest(lane, `evt_${atMs}`, atMs);
    endRequest(lane, { eventId: `evt_${atMs}`, isDelivered: true }, atMs);
  }
  expect(freeSlots(lane, 500)).toBe(0);
  expect(slotWaitMs(lane, 500)).toBe(600);
  expect(
    slotWaitMs(Object.assign(ownedLane(2), { begunAtMs: [0, 1], ownedUntilMs: 2 }), 5_000),
  ).toBe(Number.POSITIVE_INFINITY);
  expect(freeSlots(lane, 1_099)).toBe(0);
  expect(freeSlots(lane, 1_100)).toBe(1);
});

it("an endpoint that keeps failing gets one request at a time until it succeeds", () => {
  const lane = ownedLane(1_000);
  for (let n = 0; n < 10; n++) {
    beginRequest(lane, `evt_${n}`, 0);
    endRequest(lane, { eventId: `evt_${n}`, isDelivered: false }, 0);
  }
  expect(freeSlots(lane, 5_000)).toBe(1);
  beginRequest(lane, "evt", 5_000);
  expect(freeSlots(lane, 5_000)).toBe(0);
  endRequest(lane, { eventId: "evt", isDelivered: true }, 5_000);
  expect(freeSlots(lane, 5_000)).toBe(10);
});

it("begins nothing once another process may own the endpoint", () => {
  const lane = Object.assign(ownedLane(10), { ownedUntilMs: 1_000 });
  expect(freeSlots(lane, 999)).toBe(10);
  expect(freeSlots(lane, 1_000)).toBe(0);
});
