import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsChoice } from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";

export const STATUS_CHOICES = [
  { value: "failed", label: "Failed" },
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
] as const;

/** The filters of the deliveries, as stored in the URL; `delivery` is the selected one's event. */
export const FILTER = {
  status: parseAsChoice(STATUS_CHOICES),
  type: parseAsString,
  ...TIME_RANGE,
  delivery: parseAsString,
};
type DeliveryFilter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

/** The input of the query; ranges count back from `openedMs`. */
export function deliveriesQuery({ status, type, ...time }: DeliveryFilter, openedMs: number) {
  return { ...(status && { status }), ...(type && { type }), ...spanOf(time, openedMs) };
}
