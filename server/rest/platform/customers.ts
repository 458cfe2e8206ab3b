import { z } from "zod";
import { anonymizeCustomer } from "../../core/customers/anonymize";
import { createCustomer } from "../../core/customers/mutations";
import {
  getCustomer,
  listAllCustomers,
  listCustomers,
  partnersOfCustomers,
} from "../../core/customers/queries";
import {
  ANONYMIZED_EXAMPLE,
  CUSTOMER_EXAMPLE,
  Customer,
  CustomerCreate,
  CustomerQuery,
} from "../../core/customers/schema";
import { type CustomerMove, moveCustomer } from "../../core/customers/status";
import { transferCustomer } from "../../core/customers/transfer";
import { updateCustomer } from "../../core/customers/update";
import type { Ctx } from "../../core/kernel/actor";
import { pageOf } from "../../core/kernel/paging";
import { wireEncoder } from "../../core/kernel/wire";
import { findPartnerId } from "../../core/partners/queries";
import { PartnerCode } from "../../core/partners/schema";
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
import { type Endpoint, platformEndpoint } from "../endpoint";
import { ForPartner, InPartner, PARTNER_NOT_FOUND, PartnerFilter } from "./partner-code";

const TAG = {
  name: "Customers",
  description: "The customers of all partners. The API calls them accounts.",
};

/** A customer, as the partners' API has it, with its partner. */
const Account = Customer.extend(InPartner);
type Account = z.input<typeof Account>;

const onWire = (example: Customer) => ({
  ...Object(wireEncoder(Customer)(example)),
  partner: "acme",
});
const EXAMPLE = onWire(CUSTOMER_EXAMPLE);
const ONE_ACCOUNT = { ...OF_ONE_ACCOUNT, tag: TAG, returns: Account } as const;
const CHANGE = { ...ONE_ACCOUNT, scope: "accounts:write" } as const;

async function withPartners(ctx: Ctx, customers: readonly Customer[]): Promise<Account[]> {
  const codes = await partnersOfCustomers(ctx, { customerIds: customers.map(({ id }) => id) });
  return customers.map((customer) => ({ ...customer, partner: codes.get(customer.id) ?? "" }));
}

async function accountOf(ctx: Ctx, customer: Customer): Promise<Account> {
  return { ...customer, partner: await partnerOf(ctx, customer.id) };
}

/** The code of the customer's partner. */
async function partnerOf(ctx: Ctx, customerId: string): Promise<string> {
  return (await partnersOfCustomers(ctx, { customerIds: [customerId] })).get(customerId) ?? "";
}

const listAccounts = platformEndpoint({
  id: "listAccounts",
  tag: TAG,
  route: "GET /accounts",
  summary: "List customers",
  description:
    "Returns the customers of all partners or of one, newest first. `q` and `external_id` need `partner`, because they are a partner's own words.",
  scope: "accounts:read",
  query: CustomerQuery.extend(PartnerFilter),
  returns: pageOf(Account),
  names: { query: "AccountQuery", returns: "AccountList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [EXAMPLE], next_cursor: null },
  run: async ({ ctx, query: { partner: code, ...query } }) => {
    if (code === undefined) {
      const page = await listAllCustomers(ctx, query);
      return { ...page, data: await withPartners(ctx, page.data) };
    }
    const partnerId = await findPartnerId(ctx, { code });
    const page = await listCustomers(ctx, { partnerId, ...query });
    return { ...page, data: page.data.map((customer) => ({ ...customer, partner: code })) };
  },
});

const createAccount = platformEndpoint({
  id: "createAccount",
  tag: TAG,
  route: "POST /accounts",
  ...CREATE,
  summary: "Create a customer of a partner",
  description:
    "Returns `conflict` if the `email` or `external_id` is taken by another of the partner's customers: `details.field` names the field, and `details.id` is the existing account.",
  scope: "accounts:write",
  body: CustomerCreate.extend(ForPartner),
  returns: Account,
  failures: { ...PARTNER_NOT_FOUND, conflict: TAKEN },
  example: EXAMPLE,
  bodyExample: { partner: "acme", ...CREATE_EXAMPLE },
  run: async ({ ctx, body: { partner, ...body } }) => {
    const partnerId = await findPartnerId(ctx, { code: partner });
    return { ...(await createCustomer(ctx, { partnerId, ...body })), partner };
  },
});

const getAccount = platformEndpoint({
  id: "getAccount",
  ...ONE_ACCOUNT,
  route: "GET /accounts/{id}",
  summary: "Retrieve a customer",
  scope: "accounts:read",
  example: EXAMPLE,
  run: async ({ ctx, params }) => accountOf(ctx, await getCustomer(ctx, { customerId: params.id })),
});

const updateAccount = platformEndpoint({
  id: "updateAccount",
  ...CHANGE,
  route: "PATCH /accounts/{id}",
  ...UPDATE,
  ifMatch: Account,
  example: EXAMPLE,
  run: async ({ ctx, params, body, isCurrent }) => {
    const partner = await partnerOf(ctx, params.id);
    const isExpected = (current: Customer) => isCurrent({ ...current, partner });
    const customer = await updateCustomer(ctx, { customerId: params.id, ...body, isExpected });
    return accountOf(ctx, customer);
  },
});

/** An endpoint that changes the status. */
function moving(move: CustomerMove) {
  const { summary, description, example, otherwise: status } = CUSTOMER_MOVES[move];
  return platformEndpoint({
    id: `${move}Account`,
    ...CHANGE,
    route: `POST /accounts/{id}/${move}` as const,
    summary,
    description,
    failures: {
      ...ACCOUNT_NOT_FOUND,
      conflict: { error: `The customer is ${status}.`, details: { status } },
    },
    example: onWire(example),
    run: async ({ ctx, params }) =>
      accountOf(ctx, await moveCustomer(ctx, { customerId: params.id, move })),
  });
}

// The dashboard asks for the email before it anonymizes, and the command line for the ID. The path
// of this request has that ID.
const anonymizeAccount = platformEndpoint({
  id: "anonymizeAccount",
  ...CHANGE,
  route: "POST /accounts/{id}/anonymize",
  ...ANONYMIZE,
  example: onWire(ANONYMIZED_EXAMPLE),
  run: async ({ ctx, params }) =>
    accountOf(ctx, await anonymizeCustomer(ctx, { customerId: params.id })),
});

const transferAccount = platformEndpoint({
  id: "transferAccount",
  ...CHANGE,
  route: "POST /accounts/{id}/transfer",
  summary: "Transfer a customer to another partner",
  description:
    "The customer moves with its ID, email, name, external ID, metadata and status. What was recorded stays where it was: charges, payouts, statements, events and the audit log of the old partner don't change, and refunds of its charges are still recorded there. Charges that are recorded from now on belong to the new partner, at its prices and terms. Neither partner learns who the other is: the old one gets the event `account.transferred_out`, the new one `account.transferred_in`. Transferring a customer to its own partner changes nothing. Returns `conflict` if the partner isn't active, if another of its customers has the `email` or `external_id`, or if the customer is anonymized. Send `If-Match` to be sure that the customer is still where you think it is.",
  ifMatch: Account,
  body: z.strictObject({
    partner: PartnerCode.describe("Code of the partner that gets the customer"),
  }),
  names: { body: "AccountTransfer", returns: "Account" },
  failures: { ...ACCOUNT_NOT_FOUND, conflict: TAKEN },
  example: { ...EXAMPLE, partner: "globex" },
  bodyExample: { partner: "globex" },
  run: async ({ ctx, params, body, isCurrent }) => {
    const customerId = params.id;
    const partner = await partnerOf(ctx, customerId);
    await getCustomer(ctx, { customerId });
    const toPartnerId = await findPartnerId(ctx, { code: body.partner });
    const isExpected = (current: Customer) => isCurrent({ ...current, partner });
    return accountOf(ctx, await transferCustomer(ctx, { customerId, toPartnerId, isExpected }));
  },
});

export const PLATFORM_CUSTOMER_ENDPOINTS: readonly Endpoint[] = [
  listAccounts,
  createAccount,
  getAccount,
  updateAccount,
  moving("suspend"),
  moving("resume"),
  moving("close"),
  moving("reopen"),
  anonymizeAccount,
  transferAccount,
];
