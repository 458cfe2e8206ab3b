import type { Console, Session, Words } from "./command";
import { CommandFailed, commandFailure, type Failure, type Reply } from "./failure";
import type { Line } from "./line";
import { type Parsed, parseWords, wantsJson } from "./parse";

/** The command line's access to its process. */
type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Replaces the progress line on stderr; only on a terminal. */
  show(progress: string): void;
  /** A connection to the stores, for any number of commands. */
  openLine(): Line;
} & Pick<Session, "environment"> &
  Pick<Console, "askSecret" | "untilStopped">;

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs the words after `latchkey` and returns the exit code: 0, 1 for a failure, 2 for wrong usage.
 */
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
  const { command } = parsed;
  const print = (text: string, value: unknown) =>
    terminal.out(`${isJson ? JSON.stringify(value) : text}\n`);
  const reply = await perform({ ...terminal, print }, parsed).catch(
    (error: unknown): Reply => ({ failure: commandFailure(error) }),
  );
  if ("result" in reply) {
    const { result } = reply;
    const text = command.toText(result);
    if (text !== "") terminal.out(isJson ? line(command.toJson(result)) : `${text}\n`);
    if (reply.hadToWait) terminal.err(`${WAITED}\n`);
    return command.isFailed(result) ? FAILED : 0;
  }
  const failure = failureIn(reply);
  terminal.err(isJson ? line(failure) : `${failure.error}\n`);
  return FAILED;
}

async function perform(
  { openLine, environment, show, print, askSecret, untilStopped }: Terminal & Console,
  { command, request }: Extract<Parsed, { kind: "command" }>,
): Promise<Reply> {
  const { perform: send, close } = openLine();
  const ask = async (name: string, words: Words) => {
    const reply = await send({ command: name, input: words });
    if ("result" in reply) return reply.result;
    throw new CommandFailed(failureIn(reply));
  };
  try {
    if (!command.conduct) return await send(request);
    const session = { ask, environment, show, print, askSecret, untilStopped };
    return { result: await command.conduct(session, request.input) };
  } finally {
    show("");
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

const WAITED =
  "Redis couldn't confirm the change, so the command waited until no server could use older data. The change is in effect.";

const BUSY: Failure = {
  error: "Another command is using this DATA_DIR. Try again in a moment.",
  code: "data_dir_in_use",
  details: {},
};
