import type { Details } from "./change-schema";

const HIDDEN = "••••";
/** With fewer digits, the last four would be half of them. */
const MIN_DIGITS = 8;

/** The account as it may be shown: `DE89 •••• •••• 3000`, or `•••• 5678` of another account. */
export function maskedAccount({ iban, account }: Pick<Details, "iban" | "account">): string {
  if (iban !== null) return `${iban.slice(0, 4)} ${HIDDEN} ${HIDDEN} ${iban.slice(-4)}`;
  return masked(account ?? "");
}

/** Only the last four of its longest number, if that is long enough. */
export function masked(text: string): string {
  const numbers = text.match(/\d+/g) ?? [];
  const longest = numbers.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.length < MIN_DIGITS ? HIDDEN : `${HIDDEN} ${longest.slice(-4)}`;
}
