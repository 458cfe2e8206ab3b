import * as calls from "./calls";
import type { KEYS } from "./keys";

/** A period in which a key is used in one way. */
export type Stretch = {
  fromDaysAgo: number;
  toDaysAgo: number;
  calls: readonly calls.Call[];
  /** Calls per hour on weekdays, by day and by night; weekends have a third of that. */
  perHour: { day: number; night: number };
};

/** Many calls at once, of which the limiter refuses those over the limit. */
export type Burst = {
  call: calls.Call;
  count: number;
  admitted: number;
  seconds: number;
  /** The key's limit at that time. */
  perMinute: number;
};

export type Traffic = {
  partner: keyof typeof KEYS;
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

export const TRAFFIC: readonly Traffic[] = [
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
