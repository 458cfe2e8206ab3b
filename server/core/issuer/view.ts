import type { Prisma } from "../../../prisma/client/client";
import type { Issuer } from "./schema";

export function issuerView(row: Prisma.IssuerGetPayload<object>): Issuer {
  const { version, name, address, taxNumber, email, numberPrefix, taxNote, createdAt } = row;
  return { version, name, address, taxNumber, email, numberPrefix, taxNote, createdAt };
}
