import type { Row } from "./callers";
import { page, words } from "./fields";

let made = 0;
const TERMS = { name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };

/** The procedures of products, for operators. */
export function productRows(of: { product: () => string }): Record<string, Row> {
  const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });
  return {
    "products.list": operate(() => ({})),
    "products.create": operate(() => ({ ...TERMS, code: `made-${++made}` })),
    "products.update": operate(() => ({ ...TERMS, code: of.product(), seen: {} })),
    "products.archive": operate(() => ({ code: of.product() })),
    "products.unarchive": operate(() => ({ code: of.product() })),
  };
}

const PRODUCT = words("id code name floor defaultRetail currency createdAt updatedAt archivedAt");

/** The fields of their responses. */
export const PRODUCT_ANSWERS = {
  "products.list": page([...PRODUCT, "ownPrices"]),
  "products.create": PRODUCT,
  "products.update": PRODUCT,
  "products.archive": PRODUCT,
  "products.unarchive": PRODUCT,
};
