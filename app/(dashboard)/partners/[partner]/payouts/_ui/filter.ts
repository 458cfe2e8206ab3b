import { createLoader, createParser, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsChoice } from "@/app/_ui/table/parse-as-choice";

export const STATUS_CHOICES = [
  { value: "pending", label: "Pending" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
] as const;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MONTH = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** Text that passes the test; anything else in a link counts as not set. */
const parseAsValid = (isValid: (text: string) => boolean) =>
  createParser({ parse: (text) => (isValid(text) ? text : null), serialize: String });

/** A month, as `2026-02`. */
export const parseAsMonth = parseAsValid((text) => MONTH.test(text));
/** An ISO 4217 code. */
export const parseAsCurrency = parseAsValid((text) => CURRENCIES.has(text));

/** The filter of the list and the selected payout, as stored in the URL. */
export const FILTER = {
  status: parseAsChoice(STATUS_CHOICES),
  month: parseAsMonth,
  currency: parseAsCurrency,
  payout: parseAsString,
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
