import { type inferParserType, parseAsStringLiteral } from "nuqs/server";

export const STATUS_CHOICES = [
  { value: "open", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "declined", label: "Declined" },
] as const;

/** The filter of the list, as stored in the URL. */
export const FILTER = {
  status: parseAsStringLiteral(STATUS_CHOICES.map(({ value }) => value)),
};

/** The input of the query. */
export function requestsQuery({ status }: inferParserType<typeof FILTER>) {
  return status ? { status } : {};
}
