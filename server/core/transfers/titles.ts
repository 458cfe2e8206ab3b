// The same words for the overview, the notifications and the mails. Browsers load this file.

export const transferFailed = (amount: string) => `Transfer of ${amount} failed`;
export const TRANSFER_FAILED_NOTE =
  "The bank didn't execute the transfer, or returned it. The amount is still owed. Check your payout details.";
