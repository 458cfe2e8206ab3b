import { ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { countryName, ibanPrefix } from "./countries";

// Browsers load this file.

/** The longest IBAN of the standard, ISO 13616. */
const MAX_IBAN = 34;

/** An IBAN as it is stored: without spaces and hyphens, in upper case. */
export const compactIban = (text: string): string => text.replace(/[ \u00a0-]/g, "").toUpperCase();

/** An IBAN in groups of four. */
export const spacedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** Why this is not the IBAN of an account in the country; null if it is. Never contains the IBAN. */
export function ibanFault(text: string, country: string): string | null {
  // Before the case is changed: some letters would become others.
  if (!/^[A-Za-z0-9 \u00a0-]*$/.test(text)) return "Must contain only letters and digits.";
  const iban = compactIban(text);
  if (iban === "") return "Enter an IBAN.";
  if (iban.length > MAX_IBAN) return `Must be at most ${MAX_IBAN} characters.`;
  if (!/^[A-Z]{2}\d{2}/.test(iban)) return "Must start with two letters and two digits.";
  if (!iban.startsWith(ibanPrefix(country))) {
    return `An IBAN of ${countryName(country)} starts with ${ibanPrefix(country)}.`;
  }
  // A QR-IBAN takes only payments with a QR reference, which transfers don't have.
  const { valid, errorCodes } = validateIBAN(iban, { allowQRIBAN: false });
  return valid ? null : textOf(errorCodes);
}

function textOf(codes: readonly ValidationErrorsIBAN[]): string {
  if (codes.includes(ValidationErrorsIBAN.WrongBBANLength)) {
    return "Doesn't have the length of an IBAN of this country.";
  }
  if (codes.includes(ValidationErrorsIBAN.QRIBANNotAllowed)) {
    return "This is a QR-IBAN. Enter the account's regular IBAN.";
  }
  return "Not a valid IBAN. Check it for typos.";
}
