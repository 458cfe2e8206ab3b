import { createLoader, type inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsSelected } from "@/app/_ui/table/parsers";

export const STATUS_CHOICES = [
  { value: "pending", label: "Pending" },
  { value: "sent", label: "Sent" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
  { value: "canceled", label: "Canceled" },
] as const;

/** The filter of the list and the selected transfer, as stored in the URL. */
export const FILTER = { status: parseAsChoice(STATUS_CHOICES), transfer: parseAsSelected };

export const loadFilter = createLoader(FILTER);

/** The input of the query. */
export function transfersQuery({ status }: Pick<inferParserType<typeof FILTER>, "status">) {
  return status ? { status } : {};
}
