import { z } from "zod";
import type { Core, Ctx } from "../core/actor";
import { fail, type Issue, refuse } from "../core/errors";
import { wireEncoder } from "../core/wire";

/** What a command acts on: the open stores of whichever process runs it. */
export type CommandHost = {
  core: Core;
  /** Where browsers reach this deployment, without a trailing slash; the links handed out lead there. */
  siteUrl: string;
  /** Brings the database up to date; returns the names of the migrations applied now. */
  migrate(): Promise<{ applied: string[] }>;
};

const MAX_WORD = 1_000_000;

/** A command as it travels, to the server or only to the next function: the words as typed. */
export const CommandRequest = z.strictObject({
  command: z.string().max(40),
  // Room for a batch of an import.
  input: z.record(z.string().max(40), z.string().max(MAX_WORD)),
});
export type CommandRequest = z.infer<typeof CommandRequest>;

/** The words of a command as typed, by the names of their fields. */
export type Words = CommandRequest["input"];

/** A word by its place, as `KEY_ID`; `field` is its name in the input. */
type Argument = { field: string; shown: string; about: string };

/** A word by its name, as `--label TEXT`; the name is its field in the input as well. */
export type Option = { name: string; shown: string; about: string; isRequired?: boolean };

/** A word that stands alone, as `--dry-run`; its field in the input then holds `yes`. */
type Flag = { name: string; field: string; about: string };

/** What a command has that works here, with files, and asks for what is done where the stores are. */
export type Session = {
  /** The result of another command. Throws CommandFailed. */
  ask(command: string, words: Words): Promise<unknown>;
  /** Shows how far it has come, in place of what was shown before; on a terminal only. */
  show(progress: string): void;
};

type Spec<Input, Output> = {
  /** As typed: `partner create`. */
  name: string;
  summary: string;
  args?: readonly Argument[];
  options?: readonly Option[];
  flags?: readonly Flag[];
  example?: string;
  /** From the words as typed to what `run` takes. */
  input: z.ZodType<Input>;
  /** All that the answer may hold; `--json` prints it with the wire's names. */
  output: z.ZodType<Output>;
  run?(call: Ctx, input: Input, host: CommandHost): Promise<unknown>;
  /** Instead of `run`, where the command reads files: they are here, and the stores may not be. */
  conduct?(session: Session, input: Input): Promise<Output>;
  /** Whether the answer is one that scripts should stop at: exit code 1. */
  isFailed?(output: Output): boolean;
  /** The answer for people. */
  render(output: Output): string;
};

/** A command of the command line, with the types of its input and output closed over. */
export type Command = {
  name: string;
  summary: string;
  args: readonly Argument[];
  options: readonly Option[];
  flags: readonly Flag[];
  example: string | null;
  /**
   * What is wrong with the words as typed; empty where nothing is. Paths are as in the usage line. No
   * store is asked.
   */
  check(words: Words): Issue[];
  /** Runs it. Throws `validation_failed` where check() finds faults, and what core throws. */
  run(call: Ctx, words: Words, host: CommandHost): Promise<unknown>;
  /** Null where `run` does it all. Throws CommandFailed, and the errors of the files. */
  conduct: ((session: Session, words: Words) => Promise<unknown>) | null;
  isFailed(result: unknown): boolean;
  toText(result: unknown): string;
  toJson(result: unknown): unknown;
};

/** Makes a command of its description. */
export function command<Input, Output>(spec: Spec<Input, Output>): Command {
  const { name, summary, args = [], options = [], flags = [], example = null } = spec;
  const { run, conduct } = spec;
  const read = reader(spec);
  const inputOf = (words: Words): Input => {
    const outcome = read(words);
    if ("input" in outcome) return outcome.input;
    return refuse(...outcome.faults);
  };
  return {
    name,
    summary,
    args,
    options,
    flags,
    example,
    check: (words) => {
      const outcome = read(words);
      return "faults" in outcome ? outcome.faults : [];
    },
    run: async (call, words, host) => {
      if (!run) return fail("invalid_request", { message: `${name} works from its own terminal` });
      return spec.output.parse(await run(call, inputOf(words), host));
    },
    conduct: conduct
      ? async (session, words) => spec.output.parse(await conduct(session, inputOf(words)))
      : null,
    isFailed: (result) => spec.isFailed?.(spec.output.parse(result)) ?? false,
    toText: (result) => spec.render(spec.output.parse(result)),
    toJson: wireEncoder(spec.output),
  };
}

/** From the words as typed to the input, or to what is wrong with them. */
function reader<Input, Output>({ args = [], options = [], input }: Spec<Input, Output>) {
  const pathOf = (field: unknown): string =>
    args.find((arg) => arg.field === field)?.shown ??
    (options.some((option) => option.name === field) ? `--${String(field)}` : "");
  return (words: Words): { input: Input } | { faults: Issue[] } => {
    const missing = options.filter(
      (option) => option.isRequired && words[option.name] === undefined,
    );
    if (missing.length > 0) {
      return {
        faults: missing.map((option) => ({ path: `--${option.name}`, message: "is required" })),
      };
    }
    const parsed = input.safeParse(words);
    if (parsed.success) return { input: parsed.data };
    const { issues } = parsed.error;
    return { faults: issues.map(({ path, message }) => ({ path: pathOf(path[0]), message })) };
  };
}
