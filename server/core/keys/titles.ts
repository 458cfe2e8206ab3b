// The same words for the overview, the notifications and the mails. Browsers load this file.

export const expiresSoonTitle = (label: string) => `API key ${label} expires soon`;
export const EXPIRES_SOON_NOTE = "Extend its expiration or rotate the key.";
/** A suspended partner can do neither. */
export const EXPIRES_SOON_READ_ONLY_NOTE =
  "You can extend its expiration or rotate it once the account is active again.";
