import { z } from "zod";
import type { Core, Ctx } from "../core/kernel/actor";
import { fail, type Issue, refuse } from "../core/kernel/errors";
import { wireEncoder } from "../core/kernel/wire";
import type { Dispatcher } from "../delivery/dispatcher";
import type { Environment } from "../env";
import { asTyped, nameOf, typedName, type Word, type WordsByField } from "./typed-names";

/** The open stores that a command acts on, in whichever process runs it. */
export type CommandHost = {
  core: Core;
  /** The URL for browsers, without a trailing slash; the base of one-time links. */
  siteUrl: string;
  /**
   * Applies pending migrations; returns their names. `wasRestored`: the database was restored, also
   * if it doesn't look like it.
   */
  migrate(options: { wasRestored: boolean }): Promise<{ applied: string[] }>;
  /** Sends webhooks; null if this process has no secret to seal and sign with. */
  dispatcher: Dispatcher | null;
  /** Sends mail; omitted where none is sent. */
  mailer?: { drained(): Promise<void> };
};

const MAX_WORD = 1_000_000;

/** A command with its words as typed, as it is sent to a server or run here. */
export const CommandRequest = z.strictObject({
  command: z.string().max(40),
  // Large enough for a batch of an import.
  input: z.record(z.string().max(40), z.string().max(MAX_WORD)),
});
export type CommandRequest = z.infer<typeof CommandRequest>;

/** The words of a command as typed, by field. */
export type Words = CommandRequest["input"];

/** For commands that read files here and send other commands to the process with the stores. */
export type Session = {
  /** The environment variables of the command, which are its settings. */
  environment: Environment;
  /** The result of another command. Throws CommandFailed. */
  ask(command: string, words: Words): Promise<unknown>;
  /** Replaces the progress line; only on a terminal. */
  show(progress: string): void;
};

/** For commands that run until they are stopped, or that need a secret. */
export type Console = {
  /** Prints a line while the command runs; with `--json`, prints `value` as a line of JSON. */
  print(text: string, value: unknown): void;
  /**
   * Reads a secret: from the terminal, without showing it, or a line from stdin. "" if there is
   * none.
   */
  askSecret(question: string): Promise<string>;
  /**
   * Aborted by Ctrl+C and SIGTERM, which no longer end the process after this call, and once the
   * reader of stdout has gone.
   */
  untilStopped(): AbortSignal;
};

type None = Record<never, never>;
type Flags = Readonly<Record<string, string>>;

/** The words of a command, parsed: one that is not required may be absent. */
type Parsed<Args extends WordsByField, Options extends WordsByField, Set extends Flags> = z.output<
  z.ZodObject<
    { [Field in keyof Args]: Args[Field]["is"] } & {
      [Field in keyof Options]: Options[Field]["is"];
    } & { [Field in keyof Set]: typeof SET_FLAG }
  >
>;

type Spec<
  Args extends WordsByField,
  Options extends WordsByField,
  Set extends Flags,
  Input,
  Output,
> = {
  /** As typed: `partner create`. */
  name: string;
  summary: string;
  /** The positional words by their fields in the input, in their order: `KEY_ID`. */
  args?: Args;
  /** The named options by their fields in the input: `maxKeys` is typed as `--max-keys N`. */
  options?: Options;
  /** The description of each flag, by its field in the input, which is `yes` if it is set. */
  flags?: Set;
  example?: string;
  /**
   * Creates the embedded database in a DATA_DIR that has none. Other commands fail there, because
   * the folder is most likely mistyped.
   */
  createsDatabase?: true;
  /** Makes the input of `run` of the parsed words, where these depend on each other. */
  input?(words: z.ZodType<Parsed<Args, Options, Set>>): z.ZodType<Input>;
  /** All fields of the result; `--json` prints it with the wire's names. */
  output: z.ZodType<Output>;
  run?(call: Ctx, input: Input, host: CommandHost): Promise<unknown>;
  /**
   * Replaces `run` for commands that work in this process: files and the network are here, but the
   * stores may be in another one.
   */
  conduct?(session: Session & Console, input: Input): Promise<Output>;
  /** Whether the result is a failure for scripts: exit code 1. */
  isFailed?(output: Output): boolean;
  /** The result as text for people; empty: nothing is printed, also not with `--json`. */
  render(output: Output): string;
};

/** A command of the command line, with its input and output types hidden. */
export type Command = {
  name: string;
  summary: string;
  args: readonly { field: string; shown: string; about: string }[];
  options: readonly { name: string; shown: string; about: string; isRequired: boolean }[];
  flags: readonly { name: string; about: string }[];
  example: string | null;
  createsDatabase: boolean;
  /**
   * The issues of the words as typed; empty if they are valid. Paths are as in the usage line.
   * Needs no store.
   */
  check(words: Words): Issue[];
  /** Runs it. Throws `validation_failed` if check() finds issues, and core's errors. */
  run(call: Ctx, words: Words, host: CommandHost): Promise<unknown>;
  /** Null if the command uses `run`. Throws CommandFailed, and file errors. */
  conduct: ((session: Session & Console, words: Words) => Promise<unknown>) | null;
  isFailed(result: unknown): boolean;
  toText(result: unknown): string;
  toJson(result: unknown): unknown;
};

export function command<
  Output,
  Args extends WordsByField = None,
  Options extends WordsByField = None,
  Set extends Flags = None,
  Input = Parsed<Args, Options, Set>,
>(spec: Spec<Args, Options, Set, Input, Output>): Command {
  const { name, summary, example = null, run, conduct } = spec;
  const read = reader(spec);
  const inputOf = (words: Words): Input => {
    const outcome = read(words);
    if ("input" in outcome) return outcome.input;
    return refuse(...outcome.faults);
  };
  return {
    name,
    summary,
    args: Object.entries(spec.args ?? {}).map(([field, word]) => ({ field, ...word })),
    options: Object.entries(spec.options ?? {}).map(([field, word]) => ({
      name: nameOf(field),
      isRequired: isRequired(word),
      ...word,
    })),
    flags: Object.entries(spec.flags ?? {}).map(([field, about]) => ({
      name: nameOf(field),
      about,
    })),
    example,
    createsDatabase: spec.createsDatabase ?? false,
    check: (words) => {
      const outcome = read(words);
      return "faults" in outcome ? outcome.faults : [];
    },
    run: async (call, words, host) => {
      if (!run)
        return fail("invalid_request", { message: `${name} can't be sent to a running server.` });
      const input = inputOf(words);
      try {
        return spec.output.parse(await run(call, input, host));
      } catch (error) {
        throw asTyped(spec, error);
      }
    },
    conduct: conduct
      ? async (session, words) => spec.output.parse(await conduct(session, inputOf(words)))
      : null,
    isFailed: (result) => spec.isFailed?.(spec.output.parse(result)) ?? false,
    toText: (result) => spec.render(spec.output.parse(result)),
    toJson: wireEncoder(spec.output),
  };
}

const SET_FLAG = z.literal("yes").optional();
const isRequired = ({ is }: Word) => !is.safeParse(undefined).success;

/** Parses the words as typed into the input, or returns their issues. */
function reader<Args extends WordsByField, Options extends WordsByField, Set extends Flags, Input>(
  spec: Spec<Args, Options, Set, Input, unknown>,
) {
  const options = Object.entries(spec.options ?? {});
  const words = Object.entries(spec.args ?? {}).concat(options);
  const parser: z.ZodType = z.strictObject({
    ...Object.fromEntries(words.map(([field, { is }]) => [field, is])),
    ...Object.fromEntries(Object.keys(spec.flags ?? {}).map((field) => [field, SET_FLAG])),
  });
  const input =
    spec.input?.(parser as z.ZodType<Parsed<Args, Options, Set>>) ?? (parser as z.ZodType<Input>);
  const pathOf = (field: unknown): string => typedName(spec, String(field)) ?? "";
  return (typed: Words): { input: Input } | { faults: Issue[] } => {
    const missing = options.filter(
      ([field, word]) => typed[field] === undefined && isRequired(word),
    );
    if (missing.length > 0) {
      return {
        faults: missing.map(([field]) => ({ path: `--${nameOf(field)}`, message: "Required." })),
      };
    }
    const parsed = input.safeParse(typed);
    if (parsed.success) return { input: parsed.data };
    const { issues } = parsed.error;
    return { faults: issues.map(({ path, message }) => ({ path: pathOf(path[0]), message })) };
  };
}
