import { z } from "zod";
import { Id } from "../values/text";
import { ALERT_KINDS } from "./titles";

/** The most alerts of a partner. */
export const MAX_ALERTS = 50;

/** The largest threshold in percent, and in hours. */
const MOST = { percent: 100, hours: 168 };
const wholeTo = (most: number) => {
  const error = `Enter a number from 1 to ${most}.`;
  return z.int(error).min(1, error).max(most, error);
};
const Percent = wholeTo(MOST.percent);
const Hours = wholeTo(MOST.hours);

export const thresholdOf = (kind: string) => (kind === "no_traffic" ? Hours : Percent);

/** A rule. Shares are of the last 15 minutes; an endpoint's success of this hour and the one before. */
export const AlertCreate = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("rate_limited_share"), target: Id, threshold: Percent }),
  z.strictObject({ kind: z.literal("error_share"), target: Id, threshold: Percent }),
  z.strictObject({ kind: z.literal("endpoint_success"), target: Id, threshold: Percent }),
  z.strictObject({ kind: z.literal("no_traffic"), target: Id.nullable(), threshold: Hours }),
]);
export type AlertCreate = z.infer<typeof AlertCreate>;

/** A new threshold; which ones are valid depends on the kind. */
export const AlertUpdate = z.strictObject({ alertId: Id, threshold: z.int() });
export type AlertUpdate = z.infer<typeof AlertUpdate>;

export const Alert = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  target: z.string().nullable(),
  threshold: z.int(),
  rule: z.string(),
  createdAt: z.date(),
  createdBy: z.string(),
  /** Since when it is triggered; null if it is not. */
  firedAt: z.date().nullable(),
});
export type Alert = z.infer<typeof Alert>;
