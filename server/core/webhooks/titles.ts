// The same words for the overview, the notifications and the mails. Browsers load this file.

/** The host of an endpoint's URL, which is enough to distinguish endpoints. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export const failing = (url: string) => `Webhook endpoint ${hostOf(url)} is failing`;
export const FAILING_NOTE =
  "No delivery has succeeded since the first failure. Failed deliveries are retried.";

export const wasDisabled = (url: string) => `Webhook endpoint ${hostOf(url)} was disabled`;

type Standing = { isSuspended: boolean; isTerminated: boolean };

export function disabledNote({ isSuspended, isTerminated }: Standing): string {
  if (isTerminated) {
    return "Deliveries kept failing. It can't be enabled again because the account is terminated.";
  }
  return isSuspended
    ? "Deliveries kept failing. It receives no events. You can enable it again once the account is active again."
    : "Deliveries kept failing. It receives no events until you enable it again.";
}
