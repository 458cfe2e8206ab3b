import { z } from "zod";
import { PageQuery } from "../kernel/paging";
import { PerMinute } from "../keys/schema";
import { Id, Sentence } from "../values/text";

/** In the order of the list: open requests first. */
export const LimitRequestStatus = z.enum(["open", "approved", "declined"]);

export const LimitRequestQuery = z.strictObject({
  status: LimitRequestStatus.optional(),
  ...PageQuery,
});
export type LimitRequestQuery = z.infer<typeof LimitRequestQuery>;

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
