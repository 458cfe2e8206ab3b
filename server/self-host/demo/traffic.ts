import { newId } from "../../core/kernel/ids";
import type { RecordedCall } from "../../core/kernel/ports";
import { createRecorder } from "../../usage/recorder";
import * as calls from "./calls";
import { KEYS } from "./keys";
import { partnerOf } from "./people";
import { at, DAY_MS, daysAgo, dice, HOUR_MS, type Stage, type Step } from "./stage";
import { type Burst, type Stretch, TRAFFIC, type Traffic } from "./traffic-table";

/** How long this deployment keeps its request log. */
export type Retention = { logDays: number };

/**
 * Creates the recent usage of the keys through the recorder; skips keys that have usage. Each key's
 * is written as a whole at its beginning, before anything that refers to it.
 */
export function trafficSteps(stage: Stage, retention: Retention): Step[] {
  return TRAFFIC.map((traffic, index) => ({
    daysAgo: Math.max(...traffic.stretches.map(({ fromDaysAgo }) => fromDaysAgo)),
    run: async () => {
      const key = await keyOf(stage, traffic);
      const isDone = await stage.core.db.keyUsage.findFirst({ where: { keyId: key.id } });
      if (isDone) return;
      const roll = dice(7_001 + index);
      await record(stage, [...callsOf(stage, { traffic, key, retention, roll })]);
    },
  }));
}

type Key = { id: string; partnerId: string };

async function keyOf(stage: Stage, { partner, label, isOld }: Traffic): Promise<Key> {
  if (!KEYS[partner].some((key) => key.label === label)) throw new Error(`no key ${label}`);
  const { id: partnerId } = await partnerOf(at(stage, stage.now), partner);
  const orderBy = { id: isOld ? "asc" : "desc" } as const;
  const key = await stage.core.db.apiKey.findFirst({ where: { partnerId, label }, orderBy });
  if (!key) throw new Error(`the demo has no key ${label}`);
  return { id: key.id, partnerId };
}

/** Writes all or nothing, because counts of an earlier attempt would be added to. */
async function record(stage: Stage, all: readonly RecordedCall[]): Promise<void> {
  const { core } = stage;
  const rows = all.length;
  await core.transact(async (tx) => {
    const recorder = createRecorder({
      transact: (run) => run(tx),
      log: core.log,
      bounds: { maxWaiting: rows, perKey: rows, refusedPerKey: rows },
    });
    for (const call of all) recorder.record(call);
    await recorder.close();
    const { counts, requests, scopeUses } = recorder.stats();
    if (counts.waiting + requests.waiting + scopeUses.waiting > 0) {
      throw new Error("the demo's traffic cannot be written");
    }
  });
}

type Source = { traffic: Traffic; key: Key; retention: Retention; roll: () => number };

function* callsOf(stage: Stage, source: Source): Generator<RecordedCall> {
  const { traffic } = source;
  for (const stretch of traffic.stretches) {
    yield* steadyCalls(stage, stretch, source);
    if (traffic.nightly) yield* nightlyCalls(stage, stretch, traffic.nightly, source);
  }
  for (const burst of traffic.bursts ?? []) {
    yield* burstCalls(stage, daysAgo(stage, burst.daysAgo), burst, source);
  }
}

function* steadyCalls(stage: Stage, stretch: Stretch, source: Source): Generator<RecordedCall> {
  const { roll } = source;
  const [fromMs, toMs] = rangeOf(stage, stretch);
  for (let hourMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS; hourMs < toMs; hourMs += HOUR_MS) {
    for (let left = hourly(new Date(hourMs), stretch) * (0.6 + 0.8 * roll()); left > 0; left--) {
      if (left < 1 && roll() > left) break;
      const atMs = hourMs + Math.floor(roll() * HOUR_MS);
      const call = weighted(stretch.calls, roll());
      if (atMs >= fromMs && atMs < toMs) yield recorded(stage, atMs, call, source);
    }
  }
}

function* nightlyCalls(
  stage: Stage,
  stretch: Stretch,
  burst: Burst,
  source: Source,
): Generator<RecordedCall> {
  const [fromMs, toMs] = rangeOf(stage, stretch);
  const TWO = 2 * HOUR_MS;
  for (let dayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS; dayMs + TWO < toMs; dayMs += DAY_MS) {
    yield* burstCalls(stage, new Date(dayMs + TWO), burst, source);
  }
}

function* burstCalls(
  stage: Stage,
  start: Date,
  burst: Burst,
  source: Source,
): Generator<RecordedCall> {
  const { call, count, admitted, seconds, perMinute } = burst;
  for (let index = 0; index < count; index++) {
    const atMs = start.getTime() + Math.floor((index / count) * seconds * 1000);
    const made = index < admitted ? call : calls.refused(call, perMinute);
    yield recorded(stage, atMs, made, source);
  }
}

function rangeOf(stage: Stage, { fromDaysAgo, toDaysAgo }: Stretch): [number, number] {
  return [daysAgo(stage, fromDaysAgo).getTime(), daysAgo(stage, toDaysAgo).getTime()];
}

function hourly(hour: Date, { perHour }: Stretch): number {
  const isDay = hour.getUTCHours() >= 6 && hour.getUTCHours() < 20;
  const isWeekend = hour.getUTCDay() === 0 || hour.getUTCDay() === 6;
  return (isDay ? perHour.day : perHour.night) * (isWeekend ? 1 / 3 : 1);
}

function weighted(all: readonly calls.Call[], roll: number): calls.Call {
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  let left = roll * sum;
  const found = all.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? calls.LIST_ACCOUNTS;
}

function recorded(stage: Stage, atMs: number, call: calls.Call, source: Source): RecordedCall {
  const { key, retention, roll, traffic } = source;
  const { method, route, status, scope, errorCode, errorMessage, ms } = call;
  const address = traffic.addresses[Math.floor(roll() * traffic.addresses.length)] ?? null;
  const own = traffic.ownIds && `${traffic.ownIds}-${Math.floor(roll() * 1e9).toString(36)}`;
  const durationUs = Math.round(ms * 1000 * (1 + 3 * roll() ** 4));
  const note = {
    keyId: key.id,
    at: new Date(atMs),
    status,
    address,
    isKeyInactive: status === 401,
  };
  // Calls older than the request log are still counted.
  if (atMs < daysAgo(stage, retention.logDays).getTime()) return note;
  return {
    ...note,
    request: {
      id: newId("request", atMs),
      partnerId: key.partnerId,
      method,
      route,
      scopes: scope === null ? [] : [scope],
      errorCode,
      issues: errorMessage === undefined ? [] : [{ path: "", message: errorMessage }],
      durationUs,
      clientRequestId: own ?? null,
      perMinute: call.perMinute ?? null,
      search: "",
      path: route.replace("{id}", () => newId("customer", atMs)),
    },
  };
}
