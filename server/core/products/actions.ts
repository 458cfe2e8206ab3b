import { action, OPERATORS_ONLY } from "../kernel/access";

const WRITE = { ...OPERATORS_ONLY, platformScope: "products:write" } as const;

export const PRODUCT_SAVED = action("product.saved", WRITE);
export const PRODUCT_ARCHIVED = action("product.archived", WRITE);
export const PRODUCT_UNARCHIVED = action("product.unarchived", WRITE);
