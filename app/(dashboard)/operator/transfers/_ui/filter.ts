import { createLoader, type inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsId } from "@/app/_ui/table/parsers";
import { parseAsCurrency } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/filter";
import { STATUS_CHOICES } from "@/app/(dashboard)/partners/[partner]/transfers/_ui/filter";

/** The filters of the list, and the currency of what is due, as stored in the URL. */
export const FILTER = {
  due: parseAsCurrency,
  status: parseAsChoice(STATUS_CHOICES),
  currency: parseAsCurrency,
  partner: parseAsId,
};

export const loadFilter = createLoader(FILTER);

/** As many as can be marked at once. */
const ROWS = 100;

/** The input of the query. */
export function transfersQuery(filter: Omit<inferParserType<typeof FILTER>, "due">) {
  const { status, currency, partner } = filter;
  return {
    limit: ROWS,
    ...(status && { status }),
    ...(currency && { currency }),
    ...(partner && { partnerId: partner }),
  };
}
