import { createLoader, createSerializer, type inferParserType } from "nuqs/server";
import {
  parseAsChoice,
  parseAsId,
  parseAsPattern,
  parseAsProductCode,
  parseAsSearch,
  parseAsSelected,
} from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";
import { parseAsCurrency } from "../../payouts/_ui/filter";

export const TYPE_CHOICES = [
  { value: "charge", label: "Charges" },
  { value: "refund", label: "Refunds" },
  { value: "refund_reversal", label: "Reversed refunds" },
] as const;

export const LATE_CHOICES = [
  { value: "late", label: "Late" },
  { value: "on-time", label: "On time" },
] as const;

const MAX_EXTERNAL_ID = 128;

/** The filters of the list, as stored in the URL; `charge` is the selected row. */
export const FILTER = {
  id: parseAsSearch,
  customer: parseAsPattern(/^acc_[0-9a-hjkmnp-tv-z]{26}$/),
  product: parseAsProductCode,
  type: parseAsChoice(TYPE_CHOICES),
  currency: parseAsCurrency,
  late: parseAsChoice(LATE_CHOICES),
  payout: parseAsId,
  ...TIME_RANGE,
  charge: parseAsSelected,
};
export type Filter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

const queryOf = createSerializer(FILTER);

type Wanted = Partial<Pick<Filter, "customer" | "product" | "type" | "currency" | "payout">> & {
  /** UTC days; `to` is the day after the last one. */
  days?: { from: string; to: string };
};

/** The path of the list with exactly the charges that a number counts. */
export function chargesHref({ days, ...filter }: Wanted): string {
  const span = days && { from: new Date(days.from), to: new Date(days.to) };
  return `/charges${queryOf({ ...filter, ...span })}`;
}

type SharedFilter = Pick<Filter, "id" | "type" | "range" | "from" | "to">;

/** The part of a query that the lists of one and of all partners share. */
export function sharedQuery({ id, type, ...time }: SharedFilter, openedMs: number) {
  const externalId = id.trim().slice(0, MAX_EXTERNAL_ID);
  const { from, to } = spanOf(time, openedMs);
  return {
    ...(externalId !== "" && { externalId }),
    ...(type && { type }),
    ...(from && { occurredAfter: from }),
    ...(to && { occurredBefore: to }),
  };
}

/** The input of the query; ranges count back from `openedMs`. */
export function chargesQuery(filter: Filter, openedMs: number) {
  const { customer, product, currency, late, payout } = filter;
  return {
    ...sharedQuery(filter, openedMs),
    ...(customer && { accountId: customer }),
    ...(product && { product }),
    ...(currency && { currency }),
    ...(late && { late: late === "late" }),
    ...(payout && { payoutId: payout }),
  };
}
