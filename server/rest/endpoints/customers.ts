import { anonymizeCustomer } from "../../core/customers/anonymize";
import { createCustomer } from "../../core/customers/mutations";
import { getCustomer, listCustomers } from "../../core/customers/queries";
import {
  ANONYMIZED_EXAMPLE,
  CUSTOMER_EXAMPLE,
  Customer,
  CustomerCreate,
  CustomerPage,
  CustomerQuery,
} from "../../core/customers/schema";
import { type CustomerMove, moveCustomer } from "../../core/customers/status";
import { updateCustomer } from "../../core/customers/update";
import { wireEncoder } from "../../core/kernel/wire";
import {
  ACCOUNT_NOT_FOUND,
  ANONYMIZE,
  CREATE,
  CREATE_EXAMPLE,
  CUSTOMER_MOVES,
  OF_ONE_ACCOUNT,
  TAKEN,
  UPDATE,
} from "../customers";
import { endpoint } from "../endpoint";
import { createAccounts, ACCOUNTS as TAG } from "./customers-batch";

const EXAMPLE = wireEncoder(Customer)(CUSTOMER_EXAMPLE);

const ONE_ACCOUNT = { ...OF_ONE_ACCOUNT, tag: TAG, returns: Customer } as const;
const CHANGE = { ...ONE_ACCOUNT, scope: "accounts:manage" } as const;

const listAccounts = endpoint({
  id: "listAccounts",
  tag: TAG,
  route: "GET /accounts",
  summary: "List customers",
  description: "Returns customers, newest first. The API calls them accounts.",
  scope: "accounts:read",
  query: CustomerQuery,
  returns: CustomerPage,
  names: { query: "AccountQuery", returns: "AccountList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listCustomers(ctx, { partnerId: key.partner.id, ...query }),
});

const createAccount = endpoint({
  id: "createAccount",
  tag: TAG,
  route: "POST /accounts",
  ...CREATE,
  description:
    "Returns `conflict` if the `email` or `external_id` is taken: `details.field` names the field, and `details.id` is the existing account.",
  scope: "accounts:write",
  body: CustomerCreate,
  returns: Customer,
  failures: { conflict: TAKEN },
  example: EXAMPLE,
  bodyExample: CREATE_EXAMPLE,
  run: ({ ctx, key, body }) => createCustomer(ctx, { partnerId: key.partner.id, ...body }),
});

const getAccount = endpoint({
  id: "getAccount",
  ...ONE_ACCOUNT,
  route: "GET /accounts/{id}",
  summary: "Retrieve a customer",
  scope: "accounts:read",
  example: EXAMPLE,
  run: ({ ctx, params }) => getCustomer(ctx, { customerId: params.id }),
});

const updateAccount = endpoint({
  id: "updateAccount",
  ...CHANGE,
  route: "PATCH /accounts/{id}",
  ...UPDATE,
  ifMatch: Customer,
  example: EXAMPLE,
  run: ({ ctx, params, body, isCurrent }) =>
    updateCustomer(ctx, { customerId: params.id, ...body, isExpected: isCurrent }),
});

/** An endpoint that changes the status. */
function moving(move: CustomerMove) {
  const { summary, description, example, otherwise: status } = CUSTOMER_MOVES[move];
  return endpoint({
    id: `${move}Account`,
    ...CHANGE,
    route: `POST /accounts/{id}/${move}` as const,
    summary,
    description,
    failures: {
      ...ACCOUNT_NOT_FOUND,
      conflict: { error: `The customer is ${status}.`, details: { status } },
    },
    example: wireEncoder(Customer)(example),
    run: ({ ctx, params }) => moveCustomer(ctx, { customerId: params.id, move }),
  });
}

const anonymizeAccount = endpoint({
  id: "anonymizeAccount",
  ...CHANGE,
  route: "POST /accounts/{id}/anonymize",
  ...ANONYMIZE,
  example: wireEncoder(Customer)(ANONYMIZED_EXAMPLE),
  run: ({ ctx, params }) => anonymizeCustomer(ctx, { customerId: params.id }),
});

export const CUSTOMER_ENDPOINTS = [
  listAccounts,
  createAccount,
  createAccounts,
  getAccount,
  updateAccount,
  moving("suspend"),
  moving("resume"),
  moving("close"),
  moving("reopen"),
  anonymizeAccount,
];
