import { createLoader, type inferParserType } from "nuqs/server";
import {
  parseAsChoice,
  parseAsPattern,
  parseAsSelected,
  parseAsValid,
} from "@/app/_ui/table/parsers";

export const STATUS_CHOICES = [
  { value: "pending", label: "Pending" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
] as const;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MONTH = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** A month, as `2026-02`. */
export const parseAsMonth = parseAsPattern(MONTH);
/** An ISO 4217 code. */
export const parseAsCurrency = parseAsValid((text) => CURRENCIES.has(text));

/** The filter of the list and the selected payout, as stored in the URL. */
export const FILTER = {
  status: parseAsChoice(STATUS_CHOICES),
  month: parseAsMonth,
  currency: parseAsCurrency,
  payout: parseAsSelected,
};

export const loadFilter = createLoader(FILTER);

/** The input of the query. */
export function payoutsQuery({ status, month, currency }: inferParserType<typeof FILTER>) {
  return {
    sort: "month" as const,
    ...(status && { status }),
    ...(month && { period: month }),
    ...(currency && { currency }),
  };
}
