import { createCustomer } from "../../core/customers/mutations";
import { getCustomer, listCustomers } from "../../core/customers/queries";
import { Customer, CustomerCreate, CustomerPage, CustomerQuery } from "../../core/customers/schema";
import { endpoint } from "../endpoint";

const TAG = { name: "Accounts", description: "Your customers." };

const EXAMPLE = {
  id: "acc_01jd5n8k3v0000000000000000",
  email: "Ada@example.com",
  name: "Ada Lovelace",
  external_id: "crm-1815",
  status: "active",
  metadata: { plan: "yearly" },
  created_at: "2026-11-21T09:30:00.000Z",
};

export const listAccounts = endpoint({
  id: "listAccounts",
  tag: TAG,
  method: "GET",
  path: "/accounts",
  summary: "List customers",
  description: "Returns customers, newest first. The API calls them accounts.",
  scope: "accounts:read",
  paged: true,
  etag: true,
  query: CustomerQuery,
  returns: CustomerPage,
  names: { query: "AccountQuery", returns: "AccountList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listCustomers(ctx, { partnerId: key.partner.id, ...query }),
});

export const createAccount = endpoint({
  id: "createAccount",
  tag: TAG,
  method: "POST",
  path: "/accounts",
  summary: "Create a customer",
  description:
    "Returns `conflict` if the `email` or `external_id` is taken: `details.field` names the field, and `details.id` is the existing account.",
  scope: "accounts:write",
  write: true,
  body: CustomerCreate,
  returns: Customer,
  names: { body: "AccountCreate", returns: "Account" },
  status: 201,
  location: ({ id }) => `/accounts/${id}`,
  failures: {
    conflict: {
      error: "Another account has this email.",
      details: { field: "email", id: "acc_01jd5n8k3v0000000000000000" },
    },
  },
  example: EXAMPLE,
  bodyExample: {
    email: "Ada@example.com",
    name: "Ada Lovelace",
    external_id: "crm-1815",
    metadata: { plan: "yearly" },
  },
  run: ({ ctx, key, body }) => createCustomer(ctx, { partnerId: key.partner.id, ...body }),
});

export const getAccount = endpoint({
  id: "getAccount",
  tag: TAG,
  method: "GET",
  path: "/accounts/{id}",
  summary: "Retrieve a customer",
  scope: "accounts:read",
  params: { id: "The account's ID; starts with `acc_`" },
  etag: true,
  returns: Customer,
  names: { returns: "Account" },
  failures: { not_found: { error: "Account not found." } },
  example: EXAMPLE,
  run: ({ ctx, params }) => getCustomer(ctx, { customerId: params.id }),
});
