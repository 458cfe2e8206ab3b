import { action, OPERATORS_ONLY } from "../kernel/access";

export const ISSUER_CHANGED = action("issuer.changed", OPERATORS_ONLY);
