import { z } from "zod";
import {
  Customer,
  CustomerCreate,
  CustomerFilter,
  CustomerSearch,
  CustomerUpdate,
} from "../../core/customers/schema";
import type { CustomerMove } from "../../core/customers/status";
import { wholeList } from "../../core/kernel/whole-list";
import { getPartnerByCode } from "../../core/partners/queries";
import { Id } from "../../core/values/text";
import { command } from "../command";
import { PARTNER } from "../fields";
import { listing, minute, tableOr } from "../table";

// Core's functions are loaded lazily: the help text needs no database client.
const queries = () => import("../../core/customers/queries");

const Time = z.coerce.date();
const Shown = Customer.extend({
  createdAt: Time,
  updatedAt: Time,
  suspendedAt: Time.nullable(),
  closedAt: Time.nullable(),
  anonymizedAt: Time.nullable(),
});

const CUSTOMER_ID = { shown: "CUSTOMER_ID", about: "customer ID (acc_...)", is: Id };

/** An empty word removes the value. */
const OrNothing = z.string().transform((text) => (text === "" ? null : text));

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('Must be JSON, for example {"plan":"gold","trial":null}.');
    return z.NEVER;
  }
});

const list = command({
  name: "customer list",
  summary: "list a partner's customers, newest first",
  options: {
    partner: PARTNER,
    search: {
      shown: "TEXT",
      about: "start of a name's word or an email, or external ID",
      is: CustomerSearch.shape.search,
    },
    status: {
      shown: "STATUS",
      about: "only customers with this status",
      is: CustomerFilter.shape.status,
    },
  },
  example: "latchkey customer list --partner acme --search ada",
  output: z.array(Shown),
  run: async (call, { partner, ...filter }) => {
    const { listCustomers } = await queries();
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    return wholeList((page) => listCustomers(call, { partnerId, ...filter, ...page }));
  },
  render: tableOr("No customers found.", [
    { title: "ID", cell: ({ id }) => id },
    { title: "EMAIL", cell: ({ email }) => email },
    { title: "NAME", cell: ({ name }) => name ?? "-" },
    { title: "EXTERNAL ID", cell: ({ externalId }) => externalId ?? "-" },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "CREATED", cell: ({ createdAt }) => minute(createdAt) },
  ]),
});

const show = command({
  name: "customer show",
  summary: "show one customer",
  args: { customerId: CUSTOMER_ID },
  output: Shown,
  run: async (call, input) => (await queries()).getCustomer(call, input),
  render: (customer) =>
    listing([
      ["id", customer.id],
      ["email", customer.email],
      ["name", customer.name ?? "-"],
      ["external id", customer.externalId ?? "-"],
      ["status", customer.status],
      ["metadata", JSON.stringify(customer.metadata)],
      ["created", minute(customer.createdAt)],
      ["updated", minute(customer.updatedAt)],
      ["suspended", minute(customer.suspendedAt)],
      ["closed", minute(customer.closedAt)],
      ["anonymized", minute(customer.anonymizedAt)],
    ]),
});

const create = command({
  name: "customer create",
  summary: "create a customer of a partner",
  options: {
    partner: PARTNER,
    email: { shown: "EMAIL", about: "email address", is: CustomerCreate.shape.email },
    name: { shown: "NAME", about: "name", is: CustomerCreate.shape.name },
    externalId: {
      shown: "ID",
      about: "ID in the partner's system",
      is: CustomerCreate.shape.externalId,
    },
    metadata: {
      shown: "JSON",
      about: "keys and their values",
      is: Json.pipe(CustomerCreate.shape.metadata).optional(),
    },
  },
  example: "latchkey customer create --partner acme --email ada@example.com --external-id C-1",
  output: Shown,
  run: async (call, { partner, metadata = {}, ...input }) => {
    const { createCustomer } = await import("../../core/customers/mutations");
    const { id: partnerId } = await getPartnerByCode(call, { code: partner });
    return createCustomer(call, { partnerId, metadata, ...input });
  },
  render: ({ id, email }) => `Created customer ${id} (${email}).`,
});

const update = command({
  name: "customer update",
  summary: "change a customer's email, name, external ID or metadata",
  args: { customerId: CUSTOMER_ID },
  options: {
    email: { shown: "EMAIL", about: "email address", is: CustomerCreate.shape.email.optional() },
    name: {
      shown: "NAME",
      about: 'name; "" removes it',
      is: OrNothing.pipe(CustomerUpdate.shape.name.unwrap()).optional(),
    },
    externalId: {
      shown: "ID",
      about: 'ID in the partner\'s system; "" removes it',
      is: OrNothing.pipe(CustomerUpdate.shape.externalId.unwrap()).optional(),
    },
    metadata: {
      shown: "JSON",
      about: "keys to set; null removes a key",
      is: Json.pipe(CustomerUpdate.shape.metadata).optional(),
    },
  },
  example: "latchkey customer update acc_01jd5n8k3v0000000000000000 --email ada@example.com",
  output: Shown,
  run: async (call, input) => {
    const { updateCustomer } = await import("../../core/customers/update");
    return updateCustomer(call, input);
  },
  render: ({ id, email }) => `Updated customer ${id} (${email}).`,
});

/** A command that changes the status of a customer. */
function moving(move: CustomerMove, { summary, done }: { summary: string; done: string }) {
  return command({
    name: `customer ${move}`,
    summary,
    args: { customerId: CUSTOMER_ID },
    output: Shown,
    run: async (call, input) => {
      const { moveCustomer } = await import("../../core/customers/status");
      return moveCustomer(call, { ...input, move });
    },
    render: ({ id, email }) => `${done} customer ${id} (${email}).`,
  });
}

const suspend = moving("suspend", {
  summary: "suspend a customer, who is still billed",
  done: "Suspended",
});
const resume = moving("resume", { summary: "resume a suspended customer", done: "Resumed" });
const close = moving("close", {
  summary: "close a customer: charges dated later are refused",
  done: "Closed",
});
const reopen = moving("reopen", { summary: "reopen a closed customer", done: "Reopened" });

const anonymize = command({
  name: "customer anonymize",
  summary: "erase a customer's personal data everywhere; its charges stay",
  args: { customerId: CUSTOMER_ID },
  options: {
    confirm: {
      shown: "CUSTOMER_ID",
      about: "the customer ID again: this can't be undone",
      is: z.string(),
    },
  },
  input: (words) =>
    words.refine(({ customerId, confirm }) => customerId === confirm, {
      error: "Must be the customer's ID.",
      path: ["confirm"],
    }),
  output: Shown,
  run: async (call, { customerId }) => {
    const { anonymizeCustomer } = await import("../../core/customers/anonymize");
    return anonymizeCustomer(call, { customerId });
  },
  render: ({ id }) => `Anonymized customer ${id}.`,
});

const transfer = command({
  name: "customer transfer",
  summary: "move a customer to another partner; its charges stay where they are",
  args: { customerId: CUSTOMER_ID },
  options: { to: { ...PARTNER, about: "code of the partner that gets the customer" } },
  example: "latchkey customer transfer acc_01jd5n8k3v0000000000000000 --to globex",
  output: Shown,
  run: async (call, { customerId, to }) => {
    const { transferCustomer } = await import("../../core/customers/transfer");
    const { id: toPartnerId } = await getPartnerByCode(call, { code: to });
    return transferCustomer(call, { customerId, toPartnerId });
  },
  render: ({ id, email }) => `Transferred customer ${id} (${email}).`,
});

export const CUSTOMER_COMMANDS = [
  create,
  list,
  show,
  update,
  suspend,
  resume,
  close,
  reopen,
  anonymize,
  transfer,
];
