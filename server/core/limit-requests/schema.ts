import { z } from "zod";
import { PerMinute } from "../keys/schema";
import { Id, Sentence } from "../text";

export const LimitRequestOpen = z.strictObject({
  keyId: Id,
  wantedPerMinute: PerMinute,
  reason: Sentence,
});
export type LimitRequestOpen = z.infer<typeof LimitRequestOpen>;

/** An operator's decision: a number, or a message that explains the refusal. */
export const LimitRequestDecision = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("approve"), id: Id, perMinute: PerMinute }),
  z.strictObject({ decision: z.literal("decline"), id: Id, answer: Sentence }),
]);
export type LimitRequestDecision = z.infer<typeof LimitRequestDecision>;
