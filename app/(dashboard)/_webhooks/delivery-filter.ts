import type { inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsSelected } from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";
import { type EventGroup, typeChoices } from "./event-types";

export const STATUS_CHOICES = [
  { value: "failed", label: "Failed" },
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
] as const;

/** The filters of the deliveries, as stored in the URL; `delivery` is the selected one's event. */
export function filterOf(groups: readonly EventGroup[]) {
  return {
    status: parseAsChoice(STATUS_CHOICES),
    type: parseAsChoice(typeChoices(groups)),
    ...TIME_RANGE,
    delivery: parseAsSelected,
  };
}
type DeliveryFilter = inferParserType<ReturnType<typeof filterOf>>;

/** The input of the query; ranges count back from `openedMs`. */
export function deliveriesQuery({ status, type, ...time }: DeliveryFilter, openedMs: number) {
  return { ...(status && { status }), ...(type && { type }), ...spanOf(time, openedMs) };
}
