import type { ApiKey } from "@/app/_trpc/types";

/** What the viewer may do with keys; null for those who may only look. */
export type Power = { isSuspended: boolean };

/** How a higher limit can be asked for; "hidden" where it cannot. */
export type Asking = "open" | "closed" | "hidden";

/** Whether who has such power over a key may ask for a higher limit of it. */
export function askingOf(key: ApiKey, power: Power | null): Asking {
  if (!power || key.state !== "active") return "hidden";
  return power.isSuspended ? "closed" : "open";
}
