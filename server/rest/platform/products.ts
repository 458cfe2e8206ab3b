import { z } from "zod";
import { PageQuery, pageOf } from "../../core/kernel/paging";
import { archiveProduct, saveProduct } from "../../core/products/mutations";
import { getProduct, listProducts } from "../../core/products/queries";
import { ProductSave, ProductStatus } from "../../core/products/schema";
import { TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";

const TAG = { name: "Products", description: "What partners resell." };

const Product = z.object({
  code: z.string().describe("Product code"),
  name: z.string().describe("Product name"),
  floor: z.int().describe("Minimum price of partners, in minor units"),
  defaultRetail: z.int().describe("Price of partners that have set none, in minor units"),
  currency: z.string().describe("ISO 4217 currency code; it never changes"),
  createdAt: Timestamp.describe("When it was added"),
  updatedAt: Timestamp.describe("When it was last saved with a change"),
  archivedAt: Timestamp.nullable().describe("When it was archived; null if it is available"),
});

const EXAMPLE = {
  code: "basic",
  name: "Basic",
  floor: 500,
  default_retail: 900,
  currency: "EUR",
  created_at: "2026-10-01T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
  archived_at: null as string | null,
};
const PARAMS = { code: "The product's code, such as `basic`" };
const NOT_FOUND = { not_found: { error: "Product not found." } };

const ONE_PRODUCT = {
  tag: TAG,
  params: PARAMS,
  returns: Product,
  names: { returns: "Product" },
  etag: true,
  failures: NOT_FOUND,
} as const;
const CHANGE = { ...ONE_PRODUCT, scope: "products:write" } as const;

const listAll = platformEndpoint({
  id: "listProducts",
  tag: TAG,
  route: "GET /products",
  summary: "List products",
  description: "Returns all products, also archived ones, by code.",
  scope: "products:read",
  query: z.strictObject({
    status: ProductStatus.optional().describe("Only products that are available, or only archived"),
    ...PageQuery,
  }),
  returns: pageOf(Product),
  names: { query: "ProductQuery", returns: "ProductList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, query }) => listProducts(ctx, query),
});

const getOne = platformEndpoint({
  id: "getProduct",
  ...ONE_PRODUCT,
  route: "GET /products/{code}",
  summary: "Retrieve a product",
  scope: "products:read",
  example: EXAMPLE,
  run: ({ ctx, params }) => getProduct(ctx, { code: params.code }),
});

const { code, ...fields } = ProductSave.shape;
const WithoutCode = z
  .strictObject({
    name: fields.name.describe(`Product name. ${TRIMMED}`),
    floor: fields.floor.describe("Minimum price of partners, in minor units"),
    defaultRetail: fields.defaultRetail.describe(
      "Price of partners that have set none, in minor units; at least the `floor`",
    ),
    currency: fields.currency.describe("ISO 4217 currency code. That of a product never changes"),
  })
  .refine(({ floor, defaultRetail }) => defaultRetail >= floor, {
    path: ["defaultRetail"],
    message: "Must not be below the minimum price.",
  });

const put = platformEndpoint({
  id: "saveProduct",
  ...CHANGE,
  route: "PUT /products/{code}",
  summary: "Add or change a product",
  description:
    "Adds the product, or replaces its name, floor and default price. Partners' prices below the new floor are raised to it at once, as entries in their price histories. If anything changes, all partners get the event `product.changed`. Another currency is a `conflict`, and so is any change of an archived product: unarchive it first.",
  body: WithoutCode,
  names: { body: "ProductSave", returns: "Product" },
  failures: {
    ...NOT_FOUND,
    conflict: {
      error: "The currency of product basic is EUR and can't be changed.",
      details: { field: "currency" },
    },
  },
  example: EXAMPLE,
  bodyExample: { name: "Basic", floor: 500, default_retail: 900, currency: "EUR" },
  run: async ({ ctx, params, body }) => {
    // A code that no product can have is one that is not found.
    if (!code.safeParse(params.code).success) return getProduct(ctx, { code: params.code });
    return saveProduct(ctx, { code: params.code, ...body });
  },
});

const archive = platformEndpoint({
  id: "archiveProduct",
  ...CHANGE,
  route: "POST /products/{code}/archive",
  summary: "Archive a product",
  description:
    "Customers who are created from now on can't be charged for the product: such charges are `product_archived`. Existing customers are billed as before, and what is dated earlier is recorded. The product and partners' prices of it can't be changed. It stays in all lists. All partners get the event `product.archived`. A repeat changes nothing.",
  example: { ...EXAMPLE, archived_at: "2026-11-26T09:30:00.000Z" },
  run: ({ ctx, params }) => archiveProduct(ctx, { code: params.code, isArchived: true }),
});

const unarchive = platformEndpoint({
  id: "unarchiveProduct",
  ...CHANGE,
  route: "POST /products/{code}/unarchive",
  summary: "Unarchive a product",
  description:
    "Makes an archived product available again, with the prices that partners had. All partners get the event `product.unarchived`. A repeat changes nothing.",
  example: EXAMPLE,
  run: ({ ctx, params }) => archiveProduct(ctx, { code: params.code, isArchived: false }),
});

export const PLATFORM_PRODUCT_ENDPOINTS: readonly Endpoint[] = [
  listAll,
  getOne,
  put,
  archive,
  unarchive,
];
