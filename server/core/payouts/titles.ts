// The same words for the overview, the notifications and the mails. Browsers load this file.

export const payoutFailed = (month: string) => `${month} payout failed`;
export const PAYOUT_FAILED_NOTE = "The transfer failed or was returned. The amount is still owed.";
