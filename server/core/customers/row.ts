import { Prisma } from "../../../prisma/client/client";
import { selectAll } from "../columns";
import { newId } from "../ids";
import { emailKey } from "../text";
import type { Customer, CustomerCreate } from "./schema";

export type CustomerRow = Prisma.CustomerGetPayload<object>;

/** Every column of a row: the type refuses a column that is left out. */
export type NewCustomer = Required<Prisma.CustomerCreateManyInput>;

export const CUSTOMER_COLUMNS = selectAll("customers", Prisma.CustomerScalarFieldEnum);

/** The row of a new customer, whoever writes it. An import may bring the id along. */
export function newCustomer(
  partnerId: string,
  input: CustomerCreate & { id?: string | undefined },
  createdAt: Date,
): NewCustomer {
  return {
    id: input.id ?? newId("customer", createdAt.getTime()),
    partnerId,
    email: input.email,
    emailKey: emailKey(input.email),
    externalId: input.externalId ?? null,
    name: input.name ?? null,
    status: "active",
    metadata: input.metadata,
    createdAt,
  };
}

/** The fields of a customer that may be shown. */
export function customerView(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    externalId: row.externalId,
    status: row.status,
    metadata: row.metadata as Customer["metadata"],
    createdAt: row.createdAt,
  };
}
