import { action, OPERATORS_ONLY } from "../kernel/access";

export const IMPORT_BEGUN = action("import.begun", { ...OPERATORS_ONLY, recentProof: true });
export const IMPORT_CANCELED = action("import.canceled", OPERATORS_ONLY);
export const IMPORT_FINISHED = action("import.finished", OPERATORS_ONLY);
export const CUSTOMERS_IMPORTED = action("customers.imported", {
  ...OPERATORS_ONLY,
  announced: true,
});
export const CHARGES_IMPORTED = action("charges.imported", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
});
export const PRODUCTS_IMPORTED = action("products.imported", OPERATORS_ONLY);
