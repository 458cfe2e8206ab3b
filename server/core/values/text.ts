import { z } from "zod";
import { isDeceptive, LONE_SURROGATE, UNFIT_FOR_A_LINE } from "./invisible";

/** For multi-line texts: whether PostgreSQL can store it, and the error message if not. */
export const storable = (text: string): boolean => !/\0|\p{Cs}/u.test(text);
export const STORABLE = "Contains invalid characters.";

const bounded = (text: z.ZodString, longest: number) =>
  text
    .min(1, "Must not be empty.")
    .max(longest, `Must be at most ${longest} characters.`)
    .refine((line) => !LONE_SURROGATE.test(line), {
      error: "Must be valid Unicode.",
      abort: true,
    })
    .refine((line) => !UNFIT_FOR_A_LINE.test(line), {
      error: "Must not contain control characters.",
      abort: true,
    })
    .refine(
      (line) => !isDeceptive(line),
      "Must not contain invisible characters or stacked combining marks.",
    );

/**
 * One line of 1 to `longest` characters, without control characters and invisible ones. Removes
 * whitespace around it, and composes letters with their accents (NFC), so that
 * names that look equal are equal.
 */
export const line = (longest: number) => bounded(z.string().trim().normalize("NFC"), longest);
/** Like line(), with the accents as given: for IDs of other systems, which are found as they are stored. */
export const identifier = (longest: number) => bounded(z.string().trim(), longest);

/** A text of several lines and at most `longest` characters, each line as line() allows it. */
export function lines(longest: number) {
  const tooLong = `Must be at most ${longest} characters.`;
  const one = line(longest);
  const isReadable = (text: string) =>
    text.split("\n").every((each) => each.trim() === "" || one.safeParse(each).success);
  return z
    .string()
    .max(2 * longest, tooLong)
    .refine(storable, { error: STORABLE, abort: true })
    .transform((text) => text.replaceAll("\r\n", "\n").normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, "Must not be empty.")
        .max(longest, tooLong)
        .refine(isReadable, "Must not contain control or invisible characters."),
    );
}

/** The documentation's sentence about a field that line() reads. */
export const TRIMMED = "Leading and trailing whitespace is removed.";

/**
 * Like line(), but kept exactly as given: for keys of a record, which trimming could make equal.
 */
export const exactLine = (longest: number) => bounded(z.string(), longest);

/** A name chosen by a person: 1 to 80 characters, no control characters. */
export const Label = line(80);

/** An explanation in a sentence or two: 1 to 500 characters, no control characters. */
export const Sentence = line(500);

/** Any id as sent; the lookup decides whether it exists. */
export const Id = z.string().max(40);

/** An email address as given; compare emailKey(). */
export const Email = z
  .email("Must be an email address.")
  .max(254, "Must be at most 254 characters.");

/** The address in the form that is compared: case is ignored. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
