import { z } from "zod";
import { LEAK_POLICIES } from "./titles";

export const LeakPolicy = z.object({
  policy: z.enum(LEAK_POLICIES),
  /** When an operator decided it; null: never, so it is the default. */
  changedAt: z.date().nullable(),
});
export type LeakPolicy = z.infer<typeof LeakPolicy>;

export const LeakPolicyChange = z.strictObject({ policy: z.enum(LEAK_POLICIES) });
export type LeakPolicyChange = z.infer<typeof LeakPolicyChange>;

/** A place in which a key was found. */
export type Leak = { id: string; source: string; url: string | null; reportedAt: Date };
