import { action, OPERATORS_ONLY } from "../kernel/access";

export const TERM_CREATED = action("term.created", {
  ...OPERATORS_ONLY,
  platformScope: "partners:write",
  recentProof: true,
});
