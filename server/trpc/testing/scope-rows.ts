import { type Row, SIGNED_IN } from "./callers";
import { words } from "./fields";

let made = 0;

/** The procedures of the company's own scopes: everybody reads them, operators define them. */
export function scopeRows(of: { scope: () => string }): Record<string, Row> {
  const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });
  const description = "View orders";
  return {
    "scopes.list": { input: () => undefined, ok: SIGNED_IN },
    "scopes.listAll": operate(() => undefined),
    "scopes.define": operate(() => ({ name: `orders:read_${++made}`, description })),
    "scopes.describe": operate(() => ({ name: of.scope(), description, seen: {} })),
    "scopes.remove": operate(() => ({ name: of.scope() })),
  };
}

const SCOPE = words("name description");

/** The fields of their responses. */
export const SCOPE_ANSWERS = {
  "scopes.list": SCOPE,
  "scopes.listAll": [
    ...SCOPE,
    ...words("keys partners createdAt createdBy updatedAt isBeingRemoved"),
  ],
  "scopes.define": SCOPE,
  "scopes.describe": SCOPE,
  "scopes.remove": words("name keys partners"),
};
