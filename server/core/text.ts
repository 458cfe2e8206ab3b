import { z } from "zod";

// PostgreSQL cannot store NUL, and a lone surrogate is no character: both would fail further down. What
// ends a line or turns its direction makes a name read as another one, in a list or a log.
const UNFIT_FOR_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** For texts of several lines: whether PostgreSQL can store it, and what to say if not. */
export const storable = (text: string): boolean => !/\0|\p{Cs}/u.test(text);
export const STORABLE = "must not contain NUL or half a character";

const bounded = (text: z.ZodString, longest: number) =>
  text
    .min(1, "must not be empty")
    .max(longest, `at most ${longest} characters`)
    .refine((line) => !UNFIT_FOR_A_LINE.test(line), "must not contain control characters");

/** One line of 1 to `longest` characters, without control characters. Removes whitespace around it. */
export const line = (longest: number) => bounded(z.string().trim(), longest);
/** The documentation's sentence about a field that line() reads. */
export const TRIMMED = "Leading and trailing whitespace is removed.";

/** The same, kept exactly as given: for keys of a record, where trimming could make two keys one. */
export const exactLine = (longest: number) => bounded(z.string(), longest);

/** What a person names something with: 1 to 80 characters, no control characters. */
export const Label = line(80);

/** What a person explains in a sentence or two: 1 to 500 characters, no control characters. */
export const Sentence = line(500);

/** An id of anything, as it is sent; the look-up tells whether there is such a thing. */
export const Id = z.string().max(40);

/** An email address, kept as given; emailKey() is what is compared. */
export const Email = z.email("must be an email address").max(254, "at most 254 characters");

/** The address without regard to case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
