import { setPrice } from "../../core/prices/mutations";
import { getPrice, listPrices } from "../../core/prices/queries";
import { Price, PricePage, PriceQuery, PriceSet } from "../../core/prices/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Prices", description: "What you charge for each product." };

const EXAMPLE = {
  product: "basic",
  name: "Basic",
  floor: 500,
  amount: 990,
  currency: "EUR",
  is_default: false,
  version: 3,
  updated_at: "2026-11-21T09:30:00.000Z",
};

export const listPricesOfPartner = endpoint({
  id: "listPrices",
  tag: TAG,
  method: "GET",
  path: "/prices",
  summary: "List your prices",
  description:
    "One for each product, in the order of their codes. A price that you never set is the product's default, and says so in `is_default`.",
  scope: "prices:read",
  paged: true,
  etag: true,
  query: PriceQuery,
  returns: PricePage,
  names: { query: "PriceQuery", returns: "PriceList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listPrices(ctx, { partnerId: key.partner.id, ...query }),
});

export const getPriceOfProduct = endpoint({
  id: "getPrice",
  tag: TAG,
  method: "GET",
  path: "/prices/{product}",
  params: { product: "The product's code, as `product` of your list has it" },
  summary: "Read your price of one product",
  scope: "prices:read",
  etag: true,
  returns: Price,
  names: { returns: "Price" },
  failures: { not_found: { error: "no such product" } },
  example: EXAMPLE,
  run: ({ ctx, key, params }) =>
    getPrice(ctx, { partnerId: key.partner.id, product: params.product }),
});

export const putPriceOfProduct = endpoint({
  id: "setPrice",
  tag: TAG,
  method: "PUT",
  path: "/prices/{product}",
  params: { product: "The product's code, as `product` of your list has it" },
  summary: "Set your price of one product",
  description:
    "Never below the `floor`. With `If-Match` it is set only if nobody has changed it since you read it; without, the last write wins. Every change is kept, with who made it.",
  scope: "prices:write",
  write: true,
  etag: true,
  ifMatch: true,
  body: PriceSet,
  returns: Price,
  names: { body: "PriceSet", returns: "Price" },
  failures: {
    not_found: { error: "no such product" },
    price_below_floor: { details: { floor: 500 } },
  },
  example: EXAMPLE,
  bodyExample: { amount: 990 },
  run: ({ ctx, key, params, body, isCurrent }) =>
    setPrice(ctx, { partnerId: key.partner.id, ...params, ...body, isExpected: isCurrent }),
});
