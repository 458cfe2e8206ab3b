/** The kinds of objects that events are about, and the path of each, below the API's base. */
const SUBJECTS = {
  account: (id: string) => `/accounts/${id}`,
  price: (product: string) => `/prices/${encodeURIComponent(product)}`,
  product: (code: string) => `/prices/${encodeURIComponent(code)}`,
  term: null,
  payout: (id: string) => `/payouts/${id}`,
  transfer: (id: string) => `/transfers/${id}`,
  partner: () => "/me",
  import: null,
  charge_batch: null,
  key: null,
  scope: null,
  limit_request: null,
  alert: null,
  webhook_endpoint: (id: string) => `/webhook_endpoints/${id}`,
} as const satisfies Record<string, ((id: string) => string) | null>;

export type SubjectType = keyof typeof SUBJECTS;

/** The path of an event's subject, below the API's base; null if the API does not return it. */
export function subjectUrl(type: string, id: string): string | null {
  const path = Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type as SubjectType] : null;
  return path?.(id) ?? null;
}
