import { Prisma } from "../../../prisma/client/client";
import { selectAll } from "../kernel/columns";
import { newId } from "../kernel/ids";
import { emailKey } from "../values/text";
import type { Customer, CustomerCreate, CustomerStatus } from "./schema";

export type CustomerRow = Prisma.CustomerGetPayload<object>;

/** All columns of a row: leaving one out is a type error. */
export type NewCustomer = Required<Prisma.CustomerCreateManyInput>;

export const CUSTOMER_COLUMNS = selectAll("customers", Prisma.CustomerScalarFieldEnum);

/** The fields that only an import may set: the id, a time in the past, and a status. */
type Imported = {
  id?: string | undefined;
  createdAt?: Date | undefined;
  status?: CustomerStatus | undefined;
};

/** The row of a new customer, for every writer. */
export function newCustomer(
  partnerId: string,
  input: CustomerCreate & Imported,
  now: Date,
): NewCustomer {
  const createdAt = input.createdAt ?? now;
  return {
    id: input.id ?? newId("customer", createdAt.getTime()),
    partnerId,
    email: input.email,
    emailKey: emailKey(input.email),
    externalId: input.externalId ?? null,
    name: input.name ?? null,
    ...statusColumns(input.status ?? "active", now),
    metadata: input.metadata,
    createdAt,
    updatedAt: now,
  };
}

/**
 * The columns of a status since `now`. A suspended customer is `active` in the column, because
 * earlier releases know no other value for one that is billed.
 */
export function statusColumns(status: CustomerStatus, now: Date) {
  const isClosed = status === "closed" || status === "anonymized";
  return {
    status: isClosed ? "closed" : "active",
    suspendedAt: status === "suspended" ? now : null,
    closedAt: isClosed ? now : null,
    anonymizedAt: status === "anonymized" ? now : null,
  } as const;
}

/** Anonymizing keeps these columns, and those of the status. */
type KeptColumn = "id" | "partnerId" | "createdAt" | "updatedAt";
type StatusColumn = keyof ReturnType<typeof statusColumns>;

/** The columns of an anonymized customer that could identify it: leaving one out is a type error. */
export function erasedColumns(id: string): Omit<NewCustomer, KeptColumn | StatusColumn> {
  const email = placeholderEmail(id);
  return { email, emailKey: email, name: null, externalId: null, metadata: {} };
}

/** The domain of the address that an anonymized customer has (RFC 2606). */
export const PLACEHOLDER_DOMAIN = "@anonymized.invalid";

const placeholderEmail = (id: string) => `${id}${PLACEHOLDER_DOMAIN}`;

type StatusRow = Pick<CustomerRow, "status" | "suspendedAt" | "anonymizedAt">;

export function customerStatus(row: StatusRow): CustomerStatus {
  if (row.anonymizedAt !== null) return "anonymized";
  if (row.status === "closed") return "closed";
  return row.suspendedAt === null ? "active" : "suspended";
}

/** The public fields of a customer. */
export function customerView(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    externalId: row.externalId,
    status: customerStatus(row),
    metadata: row.metadata as Customer["metadata"],
    createdAt: row.createdAt,
    updatedAt: row.updatedAt ?? row.createdAt,
    suspendedAt: row.suspendedAt,
    closedAt: row.closedAt,
    anonymizedAt: row.anonymizedAt,
  };
}
