import type { Tone } from "@/app/_ui/feedback/status";

/** The tone of a status in a list: succeeded, refused or failed. */
export function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "idle" : "good";
}
