import { operate, type Row } from "./callers";

let made = 0;
const TERMS = { name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };

/** The procedures of products, for operators. */
export function productRows(of: { product: () => string }): Record<string, Row> {
  return {
    "products.list": operate(() => ({})),
    "products.create": operate(() => ({ ...TERMS, code: `made-${++made}` })),
    "products.update": operate(() => ({ ...TERMS, code: of.product(), seen: {} })),
    "products.archive": operate(() => ({ code: of.product() })),
    "products.unarchive": operate(() => ({ code: of.product() })),
  };
}
