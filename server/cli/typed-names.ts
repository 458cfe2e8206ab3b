import { DomainError, type Issue, isDomainError, sentenceOf } from "../core/kernel/errors";

/**
 * A positional word such as `KEY_ID`; `field` is its name in the input. `sets` is core's name for
 * it, if that is another: core's errors about it then name the word.
 */
export type Argument = { field: string; shown: string; about: string; sets?: string };

/**
 * A named option such as `--label TEXT`; its name in camelCase is also its field in the input.
 * `sets` as in an argument.
 */
export type Option = {
  name: string;
  shown: string;
  about: string;
  isRequired?: boolean;
  sets?: string;
};

type Typed = { args?: readonly Argument[]; options?: readonly Option[] };

/** The field of an option: `maxKeys` for `--max-keys`. */
export function fieldOf(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The word of the usage line that an issue is about, by its path: `--max-keys`; or undefined. */
export function typedName({ args = [], options = [] }: Typed, path: string): string | undefined {
  const [field] = path.split(".");
  const isAbout = (own: string, sets?: string) => own === field || sets === field || sets === path;
  const arg = args.find((one) => isAbout(one.field, one.sets));
  const option = options.find((one) => isAbout(fieldOf(one.name), one.sets));
  return arg?.shown ?? (option && `--${option.name}`);
}

/** An error whose issues name what was typed, where core has names of its own for it. */
export function asTyped(typed: Typed, error: unknown): unknown {
  if (!isDomainError(error) || !Array.isArray(error.details.issues)) return error;
  const issues = error.details.issues.map(({ path, message }: Issue) => {
    return { path: typedName(typed, path) ?? path, message };
  });
  return new DomainError(error.code, sentenceOf(issues), { ...error.details, issues });
}
