import type { Prisma } from "../../../prisma/client/client";
import type { Core } from "../kernel/actor";
import type { Sealed } from "../kernel/ports";
import type { Details } from "./change-schema";
import { masked, maskedAccount } from "./mask";
import type { PayoutDetailsVersion } from "./schema";

export type DetailsRow = Prisma.PayoutDetailsGetPayload<object>;
type Status = PayoutDetailsVersion["status"];

/** The details as they are sealed. The order of the fields is fixed, so that equal ones are equal texts. */
export function textOf(details: Details): string {
  const { holder, country, iban, account, legalName, address, taxNumber } = details;
  return JSON.stringify({ holder, country, iban, account, legalName, address, taxNumber });
}

/** Seals the details of a new version. */
export function seal({ payoutDetails }: Core, id: string, details: Details): Sealed {
  return payoutDetails.seals.seal(textOf(details), id);
}

/** Null if no known secret opens it. */
export function openText({ payoutDetails }: Core, row: DetailsRow): string | null {
  return payoutDetails.seals.open({ bytes: row.sealed, by: row.sealedBy }, row.id);
}

/** The full details, which may not be shown; null if no known secret opens them. */
export function openDetails(core: Core, row: DetailsRow): Details | null {
  const text = openText(core, row);
  return text === null ? null : JSON.parse(text);
}

/** The masked account; null without details, or if no known secret opens them. */
export function accountOf(core: Core, row: DetailsRow | null): string | null {
  const details = row && openDetails(core, row);
  return details && maskedAccount(details);
}

const NOTHING = { holder: "", country: "", legalName: "", address: "" };

/** A version as everybody may see it: account and tax number are masked. */
export function versionView(core: Core, row: DetailsRow, status: Status): PayoutDetailsVersion {
  const details = openDetails(core, row);
  const { holder, country, legalName, address } = details ?? NOTHING;
  const taxNumber = details?.taxNumber ?? null;
  return {
    id: row.id,
    version: row.version,
    status,
    isReadable: details !== null,
    account: details ? maskedAccount(details) : "",
    taxNumber: taxNumber === null ? null : masked(taxNumber),
    holder,
    country,
    legalName,
    address,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    effectiveAt: row.effectiveAt,
    canceledAt: row.canceledAt,
    canceledBy: row.canceledBy,
  };
}
