/** Requests per minute of a key without its own limit (specification, section 8). */
export const DEFAULT_PER_MINUTE = 300;
/** Requests per minute of a platform key without its own limit. */
export const DEFAULT_PLATFORM_PER_MINUTE = 6_000;
/** The highest limit that an operator may set. */
export const MAX_PER_MINUTE = 1_000_000;

/** How many address ranges a key may have. */
export const MAX_NETWORKS = 20;

/** The requests that an idle key may send at once: ten seconds' worth, at least one. */
export function burstOf(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute / 6));
}

/** The most tokens that one request may take. */
export const MAX_COST = 1_000;

/** A limit with its burst, as shown everywhere: "300/min, bursts of 50". */
export function limitText(perMinute: number): string {
  const [minute, burst] = [perMinute, burstOf(perMinute)].map((count) =>
    count.toLocaleString("en"),
  );
  return `${minute}/min, bursts of ${burst}`;
}

/** A limit as the audit log stored it; null is the platform's default. */
export function loggedLimit(value: unknown): string {
  if (value === null) return "the default limit";
  return typeof value === "number" ? limitText(value) : "";
}
