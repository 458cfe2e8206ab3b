import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { STATUS_CHOICES } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/filter";

/** The month to close, and the filters of the list below, as they stand in the address. */
export const FILTER = {
  month: parseAsString,
  status: parseAsStringLiteral(STATUS_CHOICES.map(({ value }) => value)),
  period: parseAsString,
  partner: parseAsString,
};

const MONTHS = 24;
const MONTH = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** What core is asked for. */
export function payoutsQuery({ status, period, partner }: inferParserType<typeof FILTER>) {
  return {
    ...(status && { status }),
    ...(period && MONTH.test(period) && { period }),
    ...(partner && { partnerId: partner }),
  };
}

/** The month of the address, or the last one that is over. */
export function monthOf(wanted: string | null, nowMs: number): string {
  return wanted && MONTH.test(wanted) ? wanted : (monthsBefore(nowMs)[1] ?? "");
}

/** This month and those before it, in UTC, the latest first. */
export function monthsBefore(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
