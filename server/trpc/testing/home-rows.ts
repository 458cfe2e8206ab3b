import type { Row } from "./callers";
import { within, words } from "./fields";

const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });

/** The operators' start page and list of partners. */
export const homeRows = (): Record<string, Row> => ({
  "home.get": operate(() => undefined),
  "partners.ranked": operate(() => ({ sort: "-revenue" })),
});

/** The fields of the start page. Of the scene's partner, a charge of today is in the revenue. */
export const HOME_ANSWERS = {
  "home.get": [
    ...within("traffic", words("at succeeded failed rateLimited")),
    ...within("revenue", words("from to")),
    ...within("revenue.currencies", words("currency amount days")),
    ...within("revenue.partners", words("code name revenue.currency revenue.amount")),
    "failingKeys",
    ...within(
      "decisions",
      words(
        "limitRequests leaked.id leaked.label leaked.partner.code leaked.partner.name leakedPlatformKeys.id leakedPlatformKeys.label pendingTransfers interruptedImports unclosed.period unclosed.partners",
      ),
    ),
    ...within("steps", words("hasProduct hasPartner hasMember hasCall partner.code partner.name")),
  ],
};
