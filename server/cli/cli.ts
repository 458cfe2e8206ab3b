import type { CommandRequest } from "./command";
import { type Failure, failureOf, type Reply } from "./failure";
import { type Parsed, parseWords, wantsJson } from "./parse";

/** What the command line needs of the process it runs in. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Has the command run where the stores are. */
  perform(request: CommandRequest): Promise<Reply>;
};

const FAILED = 1;
const WRONG_USAGE = 2;

/** Runs the words after `latchkey` and returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = wantsJson(words);
  const parsed = parseWords(words);
  if (parsed.kind === "help") {
    terminal.out(parsed.text);
    return 0;
  }
  if (parsed.kind === "usage") {
    terminal.err(isJson ? line(usageFailure(parsed)) : usageText(parsed));
    return WRONG_USAGE;
  }
  const { command, request } = parsed;
  const reply = await terminal
    .perform(request)
    .catch((error: unknown): Reply => ({ failure: failureOf(error) }));
  if ("result" in reply) {
    const { result } = reply;
    terminal.out(isJson ? line(command.toJson(result)) : `${command.toText(result)}\n`);
    return 0;
  }
  const failure = "failure" in reply ? reply.failure : BUSY;
  terminal.err(isJson ? line(failure) : `${failure.error}\n`);
  return FAILED;
}

const line = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

type Usage = Extract<Parsed, { kind: "usage" }>;

function usageFailure({ error, issues }: Usage): Failure {
  return { error, code: "usage", details: issues.length > 0 ? { issues } : {} };
}

function usageText({ error, helpCommand }: Usage): string {
  const help = ["latchkey", helpCommand, "--help"].filter(Boolean).join(" ");
  return `${error}\nSee: ${help}\n`;
}

const BUSY: Failure = {
  error: "another command is at work on this DATA_DIR: try again in a moment",
  code: "data_dir_in_use",
  details: {},
};
