import { z } from "zod";
import { PageQuery } from "../kernel/paging";
import { Amount, Currency } from "../values/money-schema";
import { Label, line } from "../values/text";

export const ProductCode = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    "Must be 1 to 64 characters (a-z, 0-9, '.', '_' or -), starting with a letter or digit.",
  );

/** A product as operators enter and import it, identified by its code. */
export const ProductSave = z
  .strictObject({
    code: ProductCode,
    name: Label,
    floor: Amount,
    defaultRetail: Amount,
    currency: Currency,
  })
  .refine(({ floor, defaultRetail }) => defaultRetail >= floor, {
    path: ["defaultRetail"],
    message: "Must not be below the minimum price.",
  });
export type ProductSave = z.infer<typeof ProductSave>;

export const ProductStatus = z.enum(["active", "archived"]);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** A search of the products, by their status and a part of their codes or names. */
export const ProductSearch = z.strictObject({
  ...PageQuery,
  search: line(80).optional(),
  status: ProductStatus.optional(),
});
export type ProductSearch = z.infer<typeof ProductSearch>;
