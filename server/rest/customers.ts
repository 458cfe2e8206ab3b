import {
  CLOSED_EXAMPLE,
  CUSTOMER_EXAMPLE,
  type Customer,
  type CustomerStatus,
  CustomerUpdate,
  SUSPENDED_EXAMPLE,
} from "../core/customers/schema";
import type { CustomerMove } from "../core/customers/status";

export const ACCOUNT_NOT_FOUND = { not_found: { error: "Customer not found." } };
/** The part that the endpoints of one customer have in common in both APIs. */
export const OF_ONE_ACCOUNT = {
  params: { id: "The account's ID; starts with `acc_`" },
  names: { returns: "Account" },
  etag: true,
  failures: ACCOUNT_NOT_FOUND,
} as const;
export const TAKEN = {
  error: "Another customer has this email.",
  details: { field: "email", id: "acc_01jd5n8k3v0000000000000000" },
};

/** An update of at least one field. */
const SomeCustomerUpdate = CustomerUpdate.refine((fields) => Object.keys(fields).length > 0, {
  error: "Must contain at least one field.",
});

/** The creation and the update of a customer, as both APIs document them. */
export const CREATE = {
  summary: "Create a customer",
  names: { body: "AccountCreate", returns: "Account" },
  status: 201,
  location: ({ id }: { id: string }) => `/accounts/${id}`,
  etag: true,
} as const;
export const CREATE_EXAMPLE = {
  email: "Ada@example.com",
  name: "Ada Lovelace",
  external_id: "crm-1815",
  metadata: { plan: "yearly" },
};
export const UPDATE = {
  summary: "Update a customer",
  description:
    "A merge patch (RFC 7396): omitted fields stay, `null` clears `name` and `external_id`, and `metadata` is merged key by key. Send `If-Match` to avoid overwriting concurrent changes; without it, the last write wins.",
  body: SomeCustomerUpdate,
  names: { body: "AccountUpdate", returns: "Account" },
  failures: { ...ACCOUNT_NOT_FOUND, conflict: TAKEN },
  bodyExample: { email: "ada.king@example.com", metadata: { plan: "monthly", trial: null } },
} as const;

type Moving = {
  summary: string;
  description: string;
  example: Customer;
  /** The status from which it fails with `conflict`. */
  otherwise: CustomerStatus;
};

/** The changes of a customer's status, as both APIs document them. Each repeat changes nothing. */
export const CUSTOMER_MOVES = {
  suspend: {
    summary: "Suspend a customer",
    description:
      "The customer stays a customer and is still billed. Suspending it again changes nothing; a closed customer can't be suspended.",
    example: SUSPENDED_EXAMPLE,
    otherwise: "closed",
  },
  resume: {
    summary: "Resume a suspended customer",
    description:
      "Resuming an active customer changes nothing; a closed one can be reopened instead.",
    example: CUSTOMER_EXAMPLE,
    otherwise: "closed",
  },
  close: {
    summary: "Close a customer",
    description:
      "The history stays, and charges dated after the closing are refused. The customer no longer counts in `user_count`, and keeps its email and external ID. Closing it again changes nothing.",
    example: CLOSED_EXAMPLE,
    otherwise: "anonymized",
  },
  reopen: {
    summary: "Reopen a closed customer",
    description: "Reopening an active customer changes nothing; a suspended one can be resumed.",
    example: CUSTOMER_EXAMPLE,
    otherwise: "suspended",
  },
} as const satisfies Record<CustomerMove, Moving>;

export const ANONYMIZE = {
  summary: "Anonymize a customer",
  description:
    "For a request for erasure. Closes the customer for good and removes its name, email, external ID and metadata everywhere, also from events, logs and kept responses. Its charges stay. **This can't be undone.** `email` becomes a placeholder that reaches nobody. Anonymizing it again changes nothing.",
} as const;
