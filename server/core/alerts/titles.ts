// Browsers load this file.

export const ALERT_KINDS = [
  "rate_limited_share",
  "error_share",
  "endpoint_success",
  "no_traffic",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

// The same words for the overview, the notifications and the mails.
export const triggered = (rule: string) => `Alert: ${rule}`;
export const TRIGGERED_NOTE = "You'll be notified again when it is resolved.";

/** The rule of an alert as a sentence; `target` is the name of the key or the endpoint's host. */
export function ruleText(kind: AlertKind, threshold: number, target: string | null): string {
  const name = target ?? "any key";
  if (kind === "rate_limited_share")
    return `${atLeast(threshold)} of requests from ${name} are rate limited`;
  if (kind === "error_share") return `${atLeast(threshold)} of requests from ${name} fail`;
  if (kind === "endpoint_success")
    return `Fewer than ${threshold}% of deliveries to ${name} succeed`;
  return `No requests from ${name} for ${threshold} ${threshold === 1 ? "hour" : "hours"}`;
}

const atLeast = (percent: number) => (percent === 100 ? "100%" : `At least ${percent}%`);
