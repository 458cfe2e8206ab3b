import { action, OPERATORS_ONLY } from "../kernel/access";

export const CHARGES_RECORDED = action("charges.recorded", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "charges:write",
});
