// Browsers load this file.

/** What happens to a leaked key: its partner is notified, or it is also revoked at once. */
export const LEAK_POLICIES = ["notify", "revoke"] as const;
export type LeakPolicyName = (typeof LEAK_POLICIES)[number];

// The same words for the key's page, the notifications and the mails.
export const leakedTitle = (label: string) => `API key ${label} was leaked`;
export const platformKeyLeakedTitle = (label: string) => `Platform key ${label} was leaked`;
const USABLE = "Anyone who has seen it can use it.";
export const LEAKED_NOTE = `${USABLE} Rotate it, update your integration, and revoke the leaked key.`;
/** The keys of a suspended or terminated partner can be revoked, but not rotated. */
export const LEAKED_READ_ONLY_NOTE = `${USABLE} Revoke it.`;
