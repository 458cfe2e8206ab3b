import type { CommandRequest } from "./command";
import { CommandFailed, type Failure, failureOf, type Reply } from "./failure";
import { type Parsed, parseWords, wantsJson } from "./parse";

/** What the command line needs of the process it runs in. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Replaces the line on stderr that it wrote before; on a terminal only. */
  show(progress: string): void;
  /** Has the command run where the stores are. */
  perform(request: CommandRequest): Promise<Reply>;
  /** The same for many commands, with the stores kept open in between. */
  openLine(): { perform: Terminal["perform"]; close(): Promise<void> };
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
  const working = command.conduct ? conduct(terminal, parsed) : terminal.perform(request);
  const reply = await working.catch((error: unknown): Reply => ({ failure: failureOf(error) }));
  if ("result" in reply) {
    const { result } = reply;
    terminal.out(isJson ? line(command.toJson(result)) : `${command.toText(result)}\n`);
    return command.isFailed(result) ? FAILED : 0;
  }
  const failure = failureIn(reply);
  terminal.err(isJson ? line(failure) : `${failure.error}\n`);
  return FAILED;
}

/** Runs a command that works here, over one line to where the stores are. */
async function conduct(
  terminal: Terminal,
  { command, request }: Extract<Parsed, { kind: "command" }>,
): Promise<Reply> {
  const { perform, close } = terminal.openLine();
  const ask = async (name: string, words: CommandRequest["input"]) => {
    const reply = await perform({ command: name, input: words });
    if ("result" in reply) return reply.result;
    throw new CommandFailed(failureIn(reply));
  };
  try {
    return { result: await command.conduct?.({ ask, show: terminal.show }, request.input) };
  } finally {
    terminal.show("");
    await close();
  }
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

function failureIn(reply: Exclude<Reply, { result: unknown }>): Failure {
  return "failure" in reply ? reply.failure : BUSY;
}

const BUSY: Failure = {
  error: "another command is at work on this DATA_DIR: try again in a moment",
  code: "data_dir_in_use",
  details: {},
};
