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
  payout: parseAsString,
};

export const loadFilter = createLoader(FILTER);

/** The input of the query. */
export function payoutsQuery({ status }: inferParserType<typeof FILTER>) {
  return status ? { status } : {};
}
