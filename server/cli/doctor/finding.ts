import { z } from "zod";

/** What a look at one thing came to. `fault`: something does not work; `warning`: it may not for long. */
export const Finding = z.object({
  check: z.string(),
  state: z.enum(["ok", "warning", "fault"]),
  /** What was seen. */
  says: z.string(),
  /** What to do about it. */
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

/** Whether a store's clock and ours agree: expiry is compared here, and written times are compared there. */
export function clockFinding(check: string, skewMs: number): Finding {
  const shown = `${Math.abs(skewMs / 1_000).toFixed(1)} s ${skewMs < 0 ? "behind" : "ahead of"} this machine`;
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return ok(check, "in step with this machine");
  return warning(check, shown, "Synchronise the clocks, with NTP on both machines.");
}
