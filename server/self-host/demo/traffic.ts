import { newId } from "../../core/kernel/ids";
import type { RecordedCall } from "../../core/kernel/ports";
import { createRecorder } from "../../usage/recorder";
import * as calls from "./calls";
import { KEYS } from "./keys";
import { type PartnerCode, partnerOf } from "./people";
import { at, DAY_MS, daysAgo, dice, HOUR_MS, type Stage, type Step } from "./stage";

/** A period in which a key is used in one way. */
type Stretch = {
  fromDaysAgo: number;
  toDaysAgo: number;
  calls: readonly calls.Call[];
  /** Calls per hour on weekdays, by day and by night; weekends have a third of that. */
  perHour: { day: number; night: number };
};

/** Many calls at once, of which the limiter refuses those over the limit. */
type Burst = {
  call: calls.Call;
  count: number;
  admitted: number;
  seconds: number;
  /** The key's limit at that time. */
  perMinute: number;
};

type Traffic = {
  partner: PartnerCode;
  label: string;
  /** The key that was replaced, if several share the name. */
  isOld?: boolean;
  addresses: readonly [string, ...string[]];
  /** Prefix of the client's own request IDs: `<prefix>-<number>`. */
  ownIds?: string;
  stretches: readonly Stretch[];
  /** At 02:00 UTC on every day of the periods. */
  nightly?: Burst;
  bursts?: readonly (Burst & { daysAgo: number })[];
};

const SALE = { call: calls.LIST_ACCOUNTS, count: 132, admitted: 108, seconds: 1.4, perMinute: 600 };
// Among few calls, one of this kind would be there by chance only.
const UNTYPED = { call: calls.UNTYPED, count: 2, admitted: 2, seconds: 2, perMinute: 300 };
const EARLY = { call: calls.LIST_ACCOUNTS, count: 96, admitted: 62, seconds: 2, perMinute: 300 };

const TRAFFIC: readonly Traffic[] = [
  {
    partner: "acme",
    label: "Storefront",
    ownIds: "shop",
    addresses: ["203.0.113.10", "203.0.113.11"],
    stretches: [
      { fromDaysAgo: 49, toDaysAgo: 30, calls: calls.SHOP, perHour: { day: 4, night: 1 } },
      { fromDaysAgo: 30, toDaysAgo: 0, calls: calls.SHOP, perHour: { day: 7.5, night: 1.5 } },
    ],
    bursts: [
      ...[46.3, 44.35, 42.3].map((days) => ({ ...EARLY, daysAgo: days })),
      ...[25.3, 18.4, 10.3, 3.35, 0.3].map((days) => ({ ...SALE, daysAgo: days })),
    ],
  },
  {
    partner: "acme",
    label: "Nightly export",
    addresses: ["198.51.100.7"],
    stretches: [
      { fromDaysAgo: 70, toDaysAgo: 0, calls: calls.EXPORT, perHour: { day: 0, night: 0.2 } },
    ],
    nightly: {
      call: calls.LIST_ACCOUNTS,
      count: 70,
      admitted: 58,
      seconds: 1.8,
      perMinute: 300,
    },
  },
  {
    partner: "acme",
    label: "Billing sync",
    isOld: true,
    addresses: ["192.0.2.40"],
    stretches: [
      { fromDaysAgo: 30, toDaysAgo: 0.05, calls: calls.BILLING, perHour: { day: 1, night: 1 } },
    ],
  },
  {
    partner: "acme",
    label: "Billing sync",
    addresses: ["192.0.2.41"],
    stretches: [
      { fromDaysAgo: 0.75, toDaysAgo: 0, calls: calls.BILLING, perHour: { day: 3, night: 3 } },
    ],
  },
  {
    partner: "acme",
    label: "Contractor",
    addresses: ["203.0.113.200"],
    stretches: [
      { fromDaysAgo: 45, toDaysAgo: 30.5, calls: calls.READER, perHour: { day: 1, night: 0 } },
      { fromDaysAgo: 30, toDaysAgo: 0.4, calls: calls.EXPIRED, perHour: { day: 0.15, night: 0 } },
    ],
  },
  {
    partner: "acme",
    label: "Automation trial",
    addresses: ["192.0.2.77"],
    stretches: [
      { fromDaysAgo: 68, toDaysAgo: 60.2, calls: calls.READER, perHour: { day: 0.5, night: 0.5 } },
      { fromDaysAgo: 30, toDaysAgo: 1, calls: calls.REVOKED, perHour: { day: 0.05, night: 0.05 } },
    ],
  },
  {
    partner: "acme",
    label: "Partner portal (staging)",
    addresses: ["198.51.100.24"],
    stretches: [
      { fromDaysAgo: 30, toDaysAgo: 0, calls: calls.STAGING, perHour: { day: 0.6, night: 0 } },
    ],
    bursts: [{ ...UNTYPED, daysAgo: 2.2 }],
  },
  {
    partner: "acme",
    label: "Mobile backend",
    addresses: ["2001:db8::15"],
    ownIds: "m",
    stretches: [
      { fromDaysAgo: 1.7, toDaysAgo: 0, calls: calls.MOBILE, perHour: { day: 4, night: 2 } },
    ],
  },
  {
    partner: "nimbus",
    label: "First steps",
    addresses: ["203.0.113.142"],
    stretches: [
      { fromDaysAgo: 2.9, toDaysAgo: 0, calls: calls.FIRST_STEPS, perHour: { day: 0.7, night: 0 } },
    ],
  },
  {
    partner: "harbor",
    label: "Warehouse",
    addresses: ["192.0.2.130"],
    stretches: [
      { fromDaysAgo: 30, toDaysAgo: 24, calls: calls.WAREHOUSE, perHour: { day: 3, night: 1 } },
      { fromDaysAgo: 24, toDaysAgo: 0, calls: calls.SUSPENDED, perHour: { day: 0.3, night: 0 } },
    ],
  },
];

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
  const { method, route, status, scope, errorCode, ms } = call;
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
      durationUs,
      clientRequestId: own ?? null,
      perMinute: call.perMinute ?? null,
      search: "",
      path: route.replace("{id}", () => newId("customer", atMs)),
    },
  };
}
