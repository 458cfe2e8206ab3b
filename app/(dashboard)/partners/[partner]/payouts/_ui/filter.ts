import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsChoice } from "@/app/_ui/table/parse-as-choice";

export const STATUS_CHOICES = [
  { value: "pending", label: "Pending" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
] as const;

/** The filter of the list and the selected payout, as stored in the URL. */
export const FILTER = {
  status: parseAsChoice(STATUS_CHOICES),
  month: parseAsString,
  currency: parseAsString,
  payout: parseAsString,
};

export const loadFilter = createLoader(FILTER);

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const MONTH = /^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/;

/** The input of the query. A month or currency that can't exist is left out. */
export function payoutsQuery({ status, month, currency }: inferParserType<typeof FILTER>) {
  return {
    sort: "month" as const,
    ...(status && { status }),
    ...(month && MONTH.test(month) && { period: month }),
    ...(currency && CURRENCIES.has(currency) && { currency }),
  };
}
