import { z } from "zod";
import { Email, line, lines } from "../values/text";

/** The issuer of statements: the platform's legal entity. */
export const Issuer = z.object({
  version: z.int(),
  name: z.string(),
  address: z.string(),
  taxNumber: z.string().nullable(),
  email: z.string().nullable(),
  /** Before the number of each statement. */
  numberPrefix: z.string(),
  /** A text about taxes, printed as it is. */
  taxNote: z.string().nullable(),
  createdAt: z.date(),
});
export type Issuer = z.infer<typeof Issuer>;

/** A text about taxes: no tax is calculated. */
export const TaxNote = lines(500);

export const IssuerChange = z.strictObject({
  name: line(140),
  address: lines(500),
  taxNumber: line(40).nullable(),
  email: Email.nullable(),
  numberPrefix: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9/_-]*$/,
      "Must contain only letters, digits, hyphens, slashes and underscores.",
    )
    .max(12, "Must be at most 12 characters."),
  taxNote: TaxNote.nullable(),
});
export type IssuerChange = z.infer<typeof IssuerChange>;
