import { z } from "zod";
import { closestMatchHint } from "../core/kernel/closest-match";
import { SCOPE_NAMES } from "../core/kernel/scopes";
import { MAX_PER_MINUTE } from "../core/keys/limits";
import { AllowedNetworks, KeyIssue, PerMinute } from "../core/keys/schema";
import { Instant } from "../core/values/time";

/** One of `known`; the error for another name suggests the closest one, or lists all. */
export function oneOf<Name extends string>(what: string, known: readonly Name[]) {
  return z.string().transform((text, context) => {
    const found = known.find((name) => name === text.trim());
    if (found !== undefined) return found;
    const help = closestMatchHint(text.trim(), known) || ` Must be one of ${known.join(", ")}.`;
    context.addIssue(`Unknown ${what} "${text.trim()}".${help}`);
    return z.NEVER;
  });
}

/**
 * `accounts:read,orders:read`: at least one scope, in the usual order, without duplicates. Whether
 * they exist is checked when a key gets them: operators define some.
 */
export const ScopeList = z
  .string()
  .refine((text) => text.trim() !== "", { error: "Must name at least one scope.", abort: true })
  .transform((text) => text.split(",").map((name) => name.trim()))
  .pipe(KeyIssue.shape.scopes);

/** The help text for a list of scopes. */
export const ABOUT_SCOPES = `scopes of the key: ${SCOPE_NAMES.join(", ")}, and those of \`scope list\``;

/** `203.0.113.0/24,2001:db8::/32`: address ranges in their canonical spelling. */
export const NetworkList = z
  .string()
  .refine((text) => text.trim() !== "", { error: "Must name at least one range.", abort: true })
  .transform((text) => text.split(","))
  .pipe(AllowedNetworks);

/** Address ranges, or none for the word `any`. */
export const NetworksOrAny = z
  .string()
  .transform((text) => (text.trim() === "any" ? [] : text.split(",")))
  .pipe(AllowedNetworks);

const isPerMinute = (text: string) =>
  /^\d+$/.test(text) && PerMinute.safeParse(Number(text)).success;
const NUMBER = `Must be a number of requests per minute, from 1 to ${MAX_PER_MINUTE}`;

/** Requests per minute of one key. */
export const Limit = z
  .string()
  .refine(isPerMinute, { error: `${NUMBER}.` })
  .transform(Number);

/** A limit, or null for the word `default`. */
export const LimitOrDefault = z
  .string()
  .refine((text) => text === "default" || isPerMinute(text), { error: `${NUMBER}, or default.` })
  .transform((text) => (text === "default" ? null : Number(text)));

export const WholeNumber = z
  .string()
  .refine((text) => /^\d{1,9}$/.test(text), { error: "Must be an integer, for example 100." })
  .transform(Number);

/** A percentage like `20` or `12.5`. */
export const Percentage = z
  .string()
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100, {
    error: "Must be a percentage from 0 to 100 with at most two decimals, for example 12.5.",
  })
  .transform(Number);

/** A timestamp as in RFC 3339, section 5.6, which requires seconds. */
export const Time = z
  .string()
  .regex(/T\d\d:\d\d:\d\d/, "Must be an RFC 3339 timestamp, for example 2027-01-31T00:00:00Z.")
  .pipe(Instant);

/** The code of an existing partner; a malformed one is simply not found. */
export const ExistingCode = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,100}$/u, "Must be a partner code.");

/** The option that names the partner. */
export const PARTNER = { shown: "CODE", about: "partner code", is: ExistingCode };

/** The id of a key. The error explains that the key itself must not be typed on a command line. */
export const KeyId = z
  .string()
  .max(40, "Must be a key ID, as shown by `key list`.")
  .refine((text) => !text.startsWith("rsk_"), {
    error: "Must be the key's ID (key_...), as shown by `key list`, not the key itself.",
  });

export const PlatformKeyId = z
  .string()
  .max(40, "Must be a platform key ID, as shown by `platform-key list`.")
  .refine((text) => !text.startsWith("psk_"), {
    error: "Must be the key's ID (pky_...), as shown by `platform-key list`, not the key itself.",
  });

/** A text with its line breaks, which are hard to type in a shell. */
export const withBreaks = (text: string) => text.replaceAll("\\n", "\n");

/** A word of an internal command, which only other commands send. */
export const internal = <Is extends z.ZodType>(is: Is) => ({ shown: "", about: "internal", is });
