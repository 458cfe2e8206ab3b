import type { z } from "zod";
import { DomainError, type Issue, isDomainError, sentenceOf } from "../core/kernel/errors";

/**
 * A word that is typed: how the usage line shows it, and what it must be. `sets` is core's name for
 * it, if that is another than its field: core's errors about it then name the word.
 */
export type Word = { shown: string; about: string; is: z.ZodType; sets?: string };
export type WordsByField = Readonly<Record<string, Word>>;

type Typed = { args?: WordsByField; options?: WordsByField };

/** The name of an option or a flag: `max-keys` for the field `maxKeys`. */
export function nameOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The word of the usage line that an issue is about, by its path: `--max-keys`; or undefined. */
export function typedName({ args = {}, options = {} }: Typed, path: string): string | undefined {
  const [field] = path.split(".");
  const isAbout = ([own, { sets }]: [string, Word]) =>
    own === field || sets === field || sets === path;
  const arg = Object.entries(args).find(isAbout);
  const option = Object.entries(options).find(isAbout);
  return arg?.[1].shown ?? (option && `--${nameOf(option[0])}`);
}

/** An error whose issues name what was typed, where core has names of its own for it. */
export function asTyped(typed: Typed, error: unknown): unknown {
  if (!isDomainError(error) || !Array.isArray(error.details.issues)) return error;
  const issues = error.details.issues.map(({ path, message }: Issue) => {
    return { path: typedName(typed, path) ?? path, message };
  });
  return new DomainError(error.code, sentenceOf(issues), { ...error.details, issues });
}
