import { operate, type Row, SIGNED_IN } from "./callers";

let made = 0;

/** The procedures of the company's own scopes: everybody reads them, operators define them. */
export function scopeRows(of: { scope: () => string }): Record<string, Row> {
  const description = "View orders";
  return {
    "scopes.list": { input: () => undefined, ok: SIGNED_IN },
    "scopes.listAll": operate(() => undefined),
    "scopes.define": operate(() => ({ name: `orders:read_${++made}`, description })),
    "scopes.describe": operate(() => ({ name: of.scope(), description, seen: {} })),
    "scopes.remove": operate(() => ({ name: of.scope() })),
  };
}
