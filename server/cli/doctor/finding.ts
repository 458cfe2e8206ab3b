import { z } from "zod";

/**
 * The result of one check. `fault`: something does not work; `warning`: it may stop working soon.
 */
export const Finding = z.object({
  check: z.string(),
  state: z.enum(["ok", "warning", "fault"]),
  /** The observation. */
  says: z.string(),
  /** How to fix it. */
  advice: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const ok = (check: string, says: string): Finding => ({
  check,
  state: "ok",
  says,
  advice: null,
});
export const warning = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "warning",
  says,
  advice,
});
export const fault = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "fault",
  says,
  advice,
});

const MAX_SKEW_MS = 2_000;

/**
 * Warns if a store's clock differs from ours: keys expire by our clock, and the limiter's Redis
 * uses its own.
 */
export function clockFinding(check: string, skewMs: number): Finding {
  const shown = `${Math.abs(skewMs / 1_000).toFixed(1)} s ${skewMs < 0 ? "behind" : "ahead of"} this machine`;
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return ok(check, "in sync with this machine");
  return warning(check, shown, "Synchronize the clocks with NTP on both machines.");
}
