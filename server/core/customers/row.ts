import { Prisma } from "../../../prisma/client/client";
import { selectAll } from "../columns";
import { newId } from "../ids";
import { emailKey } from "../text";
import type { Customer, CustomerCreate } from "./schema";

export type CustomerRow = Prisma.CustomerGetPayload<object>;

/** All columns of a row: leaving one out is a type error. */
export type NewCustomer = Required<Prisma.CustomerCreateManyInput>;

export const CUSTOMER_COLUMNS = selectAll("customers", Prisma.CustomerScalarFieldEnum);

/** The row of a new customer, for every writer. An import may supply the id. */
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

/** The public fields of a customer. */
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
