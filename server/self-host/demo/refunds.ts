import { DAY_MS } from "./stage";

type Charge = {
  external_id: string;
  customer_external_id: string;
  product: string;
  amount: number;
  occurred_at: string;
};

/** A product that is sold once. It is refunded in the next month, which is negative in its currency. */
export const TRAINING = {
  code: "training-day",
  name: "Training day",
  floor: 30_000,
  default_retail: 48_000,
  currency: "GBP",
};

const EVERY = 150;

/** One in many charges is refunded in part after three days, and the last refund failed. */
export function partialRefunds(charges: readonly Charge[]): { occurred_at: string }[] {
  const refunds = charges
    .filter((_, index) => index % EVERY === EVERY - 1)
    .map(({ external_id, amount, occurred_at }) => ({
      external_id: `${external_id}-refund`,
      type: "refund",
      charge_external_id: external_id,
      amount: Math.round(amount / 3),
      occurred_at: daysAfter(occurred_at, 3),
    }));
  const byTime = refunds.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at));
  const failed = byTime[Math.floor(byTime.length / 2)];
  if (!failed) return refunds;
  const { external_id, amount, occurred_at } = failed;
  const reversal = {
    external_id: `${external_id}-failed`,
    type: "refund_reversal",
    refund_external_id: external_id,
    amount,
    occurred_at: daysAfter(occurred_at, 2),
  };
  return [...refunds, reversal];
}

const daysAfter = (time: string, days: number) =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString();

/** The sale in the first of these months, and its refund in the second. */
export function negativeMonth(first: { period: string }, second: { period: string }) {
  const sale = {
    external_id: "training-1",
    customer_external_id: "ACME-1001",
    product: TRAINING.code,
    amount: TRAINING.default_retail,
    occurred_at: `${first.period}-20T09:00:00.000Z`,
  };
  const refund = {
    external_id: "training-1-refund",
    type: "refund",
    charge_external_id: sale.external_id,
    amount: sale.amount,
    occurred_at: `${second.period}-04T09:00:00.000Z`,
  };
  return [sale, refund];
}

/** A charge of a month that is closed, and later a refund of part of it: two adjustments. */
export function lateRows({ period }: { period: string }) {
  const charge = {
    external_id: `late-${period}`,
    customer_external_id: "ACME-1001",
    product: "vps-large",
    amount: 3790,
    occurred_at: `${period}-27T16:20:00Z`,
  };
  const refund = {
    external_id: `late-${period}-refund`,
    type: "refund",
    charge_external_id: charge.external_id,
    amount: 1290,
    occurred_at: `${period}-28T10:00:00Z`,
  };
  return { charge, refund };
}
