// Apart from schema.ts: the command line must not load the checks of IBANs.

import { z } from "zod";
import { line, lines } from "../values/text";
import { COUNTRY_CODES, hasIban } from "./countries";
import { compactIban, ibanFault } from "./iban";

/** Several lines, each as line() allows them. */
const texts = lines(500);

/** Where a partner is paid. The account is an IBAN or, in other countries, a text. */
const Details = z.strictObject({
  /** Exactly as the bank has it. */
  holder: line(140),
  /** Of the account. */
  country: z.enum(COUNTRY_CODES, { error: "Choose a country." }),
  iban: z.string().max(60, { error: "Must be at most 34 characters.", abort: true }).nullable(),
  account: texts.nullable(),
  legalName: line(140),
  address: texts,
  taxNumber: line(40).nullable(),
});
export type Details = z.infer<typeof Details>;

export const PayoutDetailsChange = Details.superRefine((details, context) => {
  const { iban, account, country } = details;
  const [path, other] = hasIban(country)
    ? (["iban", "account"] as const)
    : (["account", "iban"] as const);
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (details[other] !== null) refuse(other, "Not used for accounts in this country.");
  const fault = path === "iban" ? ibanFault(iban ?? "", country) : account === null && "Required.";
  if (fault) refuse(path, fault);
}).transform((details) => ({
  ...details,
  iban: details.iban === null ? null : compactIban(details.iban),
}));
export type PayoutDetailsChange = z.infer<typeof PayoutDetailsChange>;
