// The same words for the key's page, the notifications and the mails. Browsers load this file.

export const leakedTitle = (label: string) => `API key ${label} was leaked`;
export const LEAKED_NOTE =
  "Anyone who has seen it can use it. Rotate it, update your integration, and revoke the leaked key.";
