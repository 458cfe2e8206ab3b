import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

export const CUSTOMER_CREATED = action("customer.created", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: true,
  scope: "accounts:write",
  platformScope: "accounts:write",
});

export const CUSTOMER_UPDATED = action("customer.updated", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
  scope: "accounts:manage",
  platformScope: "accounts:write",
});

export const CUSTOMER_SUSPENDED = action("customer.suspended", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
  scope: "accounts:manage",
  platformScope: "accounts:write",
});

export const CUSTOMER_RESUMED = action("customer.resumed", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
  scope: "accounts:manage",
  platformScope: "accounts:write",
});

// These are announced, because the partner record has the number of customers that are not closed.
export const CUSTOMER_CLOSED = action("customer.closed", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: true,
  scope: "accounts:manage",
  platformScope: "accounts:write",
});

export const CUSTOMER_REOPENED = action("customer.reopened", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: true,
  scope: "accounts:manage",
  platformScope: "accounts:write",
});

export const CUSTOMER_ANONYMIZED = action("customer.anonymized", {
  roles: DEVELOPERS,
  whileSuspended: false,
  whileTerminated: "everyone",
  announced: true,
  scope: "accounts:manage",
  platformScope: "accounts:write",
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
