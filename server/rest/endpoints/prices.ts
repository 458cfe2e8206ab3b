import { wireEncoder } from "../../core/kernel/wire";
import { setPrice } from "../../core/prices/mutations";
import { getPrice, listPrices } from "../../core/prices/queries";
import { PRICE_EXAMPLE, Price, PricePage, PriceQuery, PriceSet } from "../../core/prices/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Prices", description: "What you charge for each product." };

const EXAMPLE = wireEncoder(Price)(PRICE_EXAMPLE);

const listPricesOfPartner = endpoint({
  id: "listPrices",
  tag: TAG,
  route: "GET /prices",
  summary: "List prices",
  description:
    "Returns one price per product, ordered by product code, also of archived products. Until you set a price, `is_default` is true and the amount is the product's default.",
  scope: "prices:read",
  query: PriceQuery,
  returns: PricePage,
  names: { query: "PriceQuery", returns: "PriceList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listPrices(ctx, { partnerId: key.partner.id, ...query }),
});

const getPriceOfProduct = endpoint({
  id: "getPrice",
  tag: TAG,
  route: "GET /prices/{product}",
  params: { product: "The product's code: `product` in your price list" },
  summary: "Retrieve a price",
  scope: "prices:read",
  returns: Price,
  names: { returns: "Price" },
  failures: { not_found: { error: "Product not found." } },
  example: EXAMPLE,
  run: ({ ctx, key, params }) =>
    getPrice(ctx, { partnerId: key.partner.id, product: params.product }),
});

const putPriceOfProduct = endpoint({
  id: "setPrice",
  tag: TAG,
  route: "PUT /prices/{product}",
  params: { product: "The product's code: `product` in your price list" },
  summary: "Update a price",
  description:
    "The price can't be below `floor`. That of an archived product can't be changed. Send `If-Match` to avoid overwriting concurrent changes; without it, the last write wins.",
  scope: "prices:write",
  etag: true,
  ifMatch: Price,
  body: PriceSet,
  returns: Price,
  names: { body: "PriceSet", returns: "Price" },
  failures: {
    not_found: { error: "Product not found." },
    conflict: {
      error: "The product is archived, so its price can't be changed.",
      details: { status: "archived" },
    },
    price_below_floor: { details: { floor: 500 } },
  },
  example: EXAMPLE,
  bodyExample: { amount: 990 },
  run: ({ ctx, key, params, body, isCurrent }) =>
    setPrice(ctx, { partnerId: key.partner.id, ...params, ...body, isExpected: isCurrent }),
});

export const PRICE_ENDPOINTS = [listPricesOfPartner, getPriceOfProduct, putPriceOfProduct];
