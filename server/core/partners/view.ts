import type { Prisma } from "../../../prisma/client/client";
import type { Partner } from "./schema";

type PartnerRow = Prisma.PartnerGetPayload<object>;

/** The row as the partner record of the specification, section 2. */
export function partnerRecord(row: PartnerRow): Partner {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    status: row.status,
    revsharePct: row.revsharePct.toNumber(),
    branding: row.branding as Partner["branding"],
    userCount: row.customerCount,
  };
}
