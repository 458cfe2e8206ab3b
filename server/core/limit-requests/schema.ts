import { z } from "zod";
import { PerMinute } from "../keys/schema";
import { Sentence } from "../text";

export const LimitRequestOpen = z.strictObject({
  keyId: z.string().max(40),
  wantedPerMinute: PerMinute,
  reason: Sentence,
});
export type LimitRequestOpen = z.infer<typeof LimitRequestOpen>;

export const LimitRequestId = z.string().max(40);

/** What an operator decides: a number, or a sentence that says why not. */
export const LimitRequestDecision = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("approve"), id: LimitRequestId, perMinute: PerMinute }),
  z.strictObject({ decision: z.literal("decline"), id: LimitRequestId, answer: Sentence }),
]);
export type LimitRequestDecision = z.infer<typeof LimitRequestDecision>;
