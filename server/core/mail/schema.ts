import { z } from "zod";

export const MailStatus = z.enum(["pending", "sent", "refused", "failed"]);
export type MailStatus = z.infer<typeof MailStatus>;

/** A mail as operators see it: without its text. */
export const MailRow = z.object({
  id: z.string(),
  address: z.string(),
  type: z.string(),
  subject: z.string(),
  status: MailStatus,
  attempts: z.int(),
  /** Why it waits, was refused or was given up; null if nothing went wrong. */
  lastError: z.string().nullable(),
  createdAt: z.date(),
  /** When it was sent, refused or given up. */
  endedAt: z.date().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;
