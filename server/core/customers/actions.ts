import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

const MANAGED = {
  roles: DEVELOPERS,
  scope: "accounts:manage",
  platformScope: "accounts:write",
} as const;

export const CUSTOMER_CREATED = action("customer.created", {
  ...MANAGED,
  announced: true,
  scope: "accounts:write",
});

export const CUSTOMER_UPDATED = action("customer.updated", { ...MANAGED, announced: false });

export const CUSTOMER_SUSPENDED = action("customer.suspended", { ...MANAGED, announced: false });

export const CUSTOMER_RESUMED = action("customer.resumed", { ...MANAGED, announced: false });

// These are announced, because the partner record has the number of customers that are not closed.
export const CUSTOMER_CLOSED = action("customer.closed", { ...MANAGED, announced: true });

export const CUSTOMER_REOPENED = action("customer.reopened", { ...MANAGED, announced: true });

export const CUSTOMER_ANONYMIZED = action("customer.anonymized", {
  ...MANAGED,
  whileTerminated: "everyone",
  announced: true,
});

// Announced to both partners, for their numbers of customers.
// From a terminated partner too: its customers have to go somewhere.
export const CUSTOMER_TRANSFERRED = action("customer.transferred", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  announced: true,
  recentProof: true,
  platformScope: "accounts:write",
});
