import { z } from "zod";
import { PageQuery, pageOf } from "../../core/kernel/paging";
import { listPricesAt } from "../../core/prices/moment";
import { Instant, Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { InPartner, PARTNER_NOT_FOUND, PartnerFilter, partnerOrAll } from "./partner-code";

const TAG = { name: "Prices", description: "What partners charge their customers." };

const PriceAt = z.object({
  ...InPartner,
  product: z.string().describe("Product code"),
  name: z.string().describe("Product name, as of now"),
  currency: z.string().describe("ISO 4217 currency code"),
  amount: z.int().describe("The price in force at that moment, in minor units"),
  version: z.int().describe("The price's version; 0 before the partner's first change"),
  isDefault: z.boolean().describe("Whether it was a default because the partner had set none yet"),
  since: Timestamp.nullable().describe(
    "When the partner's price came into force; null for a default",
  ),
  isExact: z
    .boolean()
    .describe(
      "False for a default if the product was saved after that moment: it may have had another default then, which is not kept",
    ),
});

const listAt = platformEndpoint({
  id: "listPrices",
  tag: TAG,
  route: "GET /prices",
  summary: "List the prices at a moment",
  description:
    "Returns the prices in force at a moment, of all partners or of one, by the codes of partner and product: for billing. A change at exactly `at` is in force, so a price holds from its `since`, inclusive, until the next change, exclusive; of several changes in the same millisecond, the last counts. Before its first change, a price is what that change replaced. Partners and products that were added later are left out; archived products are not, because existing customers are billed for them. A moment in the future is answered as now.",
  scope: "prices:read",
  query: z.strictObject({
    at: Instant.optional().describe("The moment, for example `2026-11-01T00:00:00Z`. Default: now"),
    ...PartnerFilter,
    ...PageQuery,
  }),
  returns: pageOf(PriceAt),
  names: { query: "PriceAtQuery", returns: "PriceAtList" },
  failures: PARTNER_NOT_FOUND,
  example: {
    data: [
      {
        partner: "acme",
        product: "basic",
        name: "Basic",
        currency: "EUR",
        amount: 990,
        version: 3,
        is_default: false,
        since: "2026-11-21T09:30:00.000Z",
        is_exact: true,
      },
    ],
    next_cursor: null,
  },
  run: async ({ ctx, query: { partner, at = LATEST, ...page } }) =>
    listPricesAt(ctx, { partnerId: await partnerOrAll(ctx, partner), at, ...page }),
});

/** The same in every request, so that the cursors of a list without a moment fit. */
const LATEST = new Date("9999-12-31T23:59:59.999Z");

export const PLATFORM_PRICE_ENDPOINTS: readonly Endpoint[] = [listAt];
