import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { refuse } from "../../core/kernel/errors";
import { wholeList } from "../../core/kernel/whole-list";
import { archiveProduct, saveProduct } from "../../core/products/mutations";
import { getProduct, listProducts } from "../../core/products/queries";
import { ProductCode, ProductSave, ProductSearch, ProductStatus } from "../../core/products/schema";
import { moneyText } from "../../core/values/currencies";
import { Amount } from "../../core/values/money-schema";
import { command } from "../command";
import { oneOf } from "../fields";
import { moneyColumn, tableOr } from "../table";

const { name, currency } = ProductSave.shape;

const Time = z.coerce.date();
const Saved = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  floor: z.int(),
  defaultRetail: z.int(),
  currency: z.string(),
  createdAt: Time,
  updatedAt: Time,
  archivedAt: Time.nullable(),
});

const MinorUnits = z
  .string()
  .refine((text) => /^\d{1,15}$/.test(text), {
    error: "Must be an amount in minor units, for example 990.",
    abort: true,
  })
  .transform(Number)
  .pipe(Amount);

const CODE = { shown: "CODE", about: "product code", is: ProductCode };
const NAME = { shown: "NAME", about: "name, as partners see it", is: name };
const FLOOR = {
  shown: "N",
  about: "minimum price, in minor units of the currency",
  is: MinorUnits,
};
const RETAIL = {
  shown: "N",
  about: "price of partners that have set none, in minor units",
  is: MinorUnits,
  sets: "defaultRetail",
};

const shown = ({ code, floor, defaultRetail, currency: of }: z.output<typeof Saved>) =>
  `Product ${code}: minimum price ${moneyText(floor, of)}, default price ${moneyText(defaultRetail, of)}.`;

const list = command({
  name: "product list",
  summary: "list the products, with the number of partners that have set a price of their own",
  options: {
    search: { shown: "TEXT", about: "filter by code or name", is: ProductSearch.shape.search },
    status: {
      shown: "STATUS",
      about: "filter by status: active or archived",
      is: oneOf("status", ProductStatus.options).optional(),
    },
  },
  output: z.array(Saved.extend({ ownPrices: z.int() })),
  run: (call, filter) => wholeList((page) => listProducts(call, { ...filter, ...page })),
  render: tableOr("No products found. Add one with: latchkey product create", [
    { title: "CODE", cell: ({ code }) => code },
    { title: "NAME", cell: (product) => product.name },
    { title: "STATUS", cell: ({ archivedAt }) => (archivedAt ? "archived" : "active") },
    { title: "CURRENCY", cell: (product) => product.currency },
    moneyColumn("MINIMUM", ({ floor }) => floor),
    moneyColumn("DEFAULT", ({ defaultRetail }) => defaultRetail),
    { title: "OWN PRICES", cell: ({ ownPrices }) => ownPrices },
  ]),
});

const create = command({
  name: "product create",
  summary: "add a product, which all partners can sell",
  args: { code: CODE },
  options: {
    name: NAME,
    currency: { shown: "CODE", about: "ISO 4217 currency code", is: currency },
    floor: FLOOR,
    retail: RETAIL,
  },
  example: "latchkey product create basic --name Basic --currency EUR --floor 500 --retail 900",
  output: Saved,
  run: (call, { retail, ...input }) => save(call, { ...input, defaultRetail: retail }, "new"),
  render: shown,
});

const set = command({
  name: "product set",
  summary: "change a product; partners' prices below a new minimum are raised to it",
  args: { code: CODE },
  options: {
    name: { ...NAME, is: name.optional() },
    floor: { ...FLOOR, is: MinorUnits.optional() },
    retail: { ...RETAIL, is: MinorUnits.optional() },
  },
  example: "latchkey product set basic --floor 600",
  output: Saved,
  run: async (call, { code, name: newName, floor, retail }) => {
    const current = await getProduct(call, { code });
    const product = {
      code,
      currency: current.currency,
      name: newName ?? current.name,
      floor: floor ?? current.floor,
      defaultRetail: retail ?? current.defaultRetail,
    };
    return save(call, product, "existing");
  },
  render: shown,
});

function save(call: Ctx, product: ProductSave, only: "new" | "existing") {
  const { floor, defaultRetail } = product;
  if (defaultRetail < floor) {
    refuse({ path: "retail", message: "Must not be below the minimum price." });
  }
  return saveProduct(call, { ...product, only });
}

const archive = command({
  name: "product archive",
  summary: "archive a product: new customers can't be charged for it, existing ones are",
  args: { code: CODE },
  example: "latchkey product archive basic",
  output: Saved,
  run: (call, { code }) => archiveProduct(call, { code, isArchived: true }),
  render: ({ code }) =>
    `Archived product ${code}. Customers who are created from now on can't be charged for it; existing ones are billed as before.`,
});

const unarchive = command({
  name: "product unarchive",
  summary: "make an archived product available again",
  args: { code: CODE },
  output: Saved,
  run: (call, { code }) => archiveProduct(call, { code, isArchived: false }),
  render: ({ code }) => `Product ${code} is available again.`,
});

export const PRODUCT_COMMANDS = [list, create, set, archive, unarchive];
