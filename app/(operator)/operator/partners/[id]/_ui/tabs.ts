import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { FILTER, NO_FILTER } from "@/app/(partner)/logs/_ui/filter";

/** The parts of a partner's page, in their order. */
export const TABS = [
  { value: "overview", label: "Overview" },
  { value: "keys", label: "API keys" },
  { value: "log", label: "Request log" },
  { value: "customers", label: "Customers" },
  { value: "prices", label: "Prices" },
  { value: "payouts", label: "Payouts" },
  { value: "team", label: "Team" },
  { value: "audit", label: "Audit log" },
] as const;

export type Tab = (typeof TABS)[number]["value"];

/** Which part is open and what is looked for in it, as they stand in the address. */
export const PLACE = {
  // The request log's own; what `status` may be is another thing in every part.
  ...FILTER,
  tab: parseAsStringLiteral(TABS.map(({ value }) => value)).withDefault("overview"),
  search: parseAsString.withDefault(""),
  status: parseAsString,
  action: parseAsString,
  since: parseAsString,
};

/** Nothing looked for. */
export const NOTHING = { ...NO_FILTER, search: null, status: null, action: null, since: null };
