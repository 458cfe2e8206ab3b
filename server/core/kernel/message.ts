import { z } from "zod";

/** Long enough for every text of ours, with names of 80 characters and sentences of 500. */
const Text = z.string().min(1).max(2_000);
/** A path of this deployment. Two slashes would begin another host's address. */
const MessagePath = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, "Must be a path of this deployment.");

/**
 * A message to one person, without markup: mail and pages make their own text and HTML of it. Only
 * the address and the link's token are added when it is sent.
 */
export const Message = z.strictObject({
  /** A short sentence without a full stop. */
  subject: z.string().min(1).max(200),
  paragraphs: z.array(Text).min(1).max(20),
  /** Details as rows of a label and a value. */
  facts: z
    .array(z.tuple([z.string().min(1).max(80), Text]))
    .max(200)
    .optional(),
  button: z.strictObject({ label: z.string().min(1).max(80), path: MessagePath }).optional(),
  /** Why this person gets it, as a sentence: "You're receiving this email because ...". */
  reason: Text,
});
export type Message = z.infer<typeof Message>;
