import type { inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsId } from "@/app/_ui/table/parsers";
import {
  parseAsCurrency,
  parseAsMonth,
  STATUS_CHOICES,
} from "@/app/(dashboard)/partners/[partner]/payouts/_ui/filter";

/** The month to close and the filters of the list below, as stored in the URL. */
export const FILTER = {
  month: parseAsMonth,
  status: parseAsChoice(STATUS_CHOICES),
  period: parseAsMonth,
  currency: parseAsCurrency,
  partner: parseAsId,
};

const MONTHS = 24;

/** The input of the query. */
export function payoutsQuery(filter: inferParserType<typeof FILTER>) {
  const { status, period, currency, partner } = filter;
  return {
    sort: "month" as const,
    ...(status && { status }),
    ...(period && { period }),
    ...(currency && { currency }),
    ...(partner && { partnerId: partner }),
  };
}

/** The month from the URL, or the last one that has ended. */
export function monthOf(month: string | null, nowMs: number): string {
  return month ?? monthsBefore(nowMs)[1] ?? "";
}

/** This month and the ones before it, in UTC, newest first. */
export function monthsBefore(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
