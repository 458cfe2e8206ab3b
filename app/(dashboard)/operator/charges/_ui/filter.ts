import { createLoader, type inferParserType } from "nuqs/server";
import { parseAsId } from "@/app/_ui/table/parsers";
import {
  FILTER as OF_PARTNER,
  sharedQuery,
} from "@/app/(dashboard)/partners/[partner]/charges/_ui/filter";

const { id, type, range, from, to } = OF_PARTNER;

/** The filters of the list, as stored in the URL. */
export const FILTER = { id, type, range, from, to, partner: parseAsId };

export const loadFilter = createLoader(FILTER);

/** The input of the query; ranges count back from `openedMs`. */
export function chargesQuery(
  { partner, ...filter }: inferParserType<typeof FILTER>,
  openedMs: number,
) {
  return { ...sharedQuery(filter, openedMs), ...(partner && { partnerId: partner }) };
}
