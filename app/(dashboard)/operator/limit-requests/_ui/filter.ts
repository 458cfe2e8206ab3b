import type { inferParserType } from "nuqs/server";
import { parseAsChoice } from "@/app/_ui/table/parsers";

export const STATUS_CHOICES = [
  { value: "open", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "declined", label: "Declined" },
] as const;

/** The filter of the list, as stored in the URL. */
export const FILTER = {
  status: parseAsChoice(STATUS_CHOICES),
};

/** The input of the query. */
export function requestsQuery({ status }: inferParserType<typeof FILTER>) {
  return status ? { status } : {};
}
