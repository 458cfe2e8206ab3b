import { Command as Commander } from "commander";
import release from "../../package.json" with { type: "json" };
import { type Issue, sentenceOf } from "../core/kernel/errors";
import type { Command, CommandRequest } from "./command";
import { COMMANDS, NOUNS } from "./commands";

/** The parsed command line. */
export type Parsed =
  | { kind: "command"; command: Command; request: CommandRequest }
  /** The text for --help or --version. */
  | { kind: "help"; text: string }
  | { kind: "usage"; error: string; issues: Issue[]; helpCommand: string };

const INTRO = [
  "Latchkey's command line for operators. Run it with: npm run --silent latchkey -- COMMAND; in the container image: latchkey COMMAND",
  "Uses the same settings as the server (DATABASE_URL and REDIS_URL, or DATA_DIR). Safe to run while the server is running; changes take effect immediately.",
].join("\n\n");

/** Parses the words after `latchkey`. Needs no store. */
export function parseWords(words: readonly string[]): Parsed {
  const printed: string[] = [];
  const asked: { command: Command; input: Record<string, string> }[] = [];
  const program = build({ print: (text) => printed.push(text), ask: (it) => asked.push(it) });
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error;
    const { isHelp, sentence, helpCommand } = error;
    if (isHelp) return { kind: "help", text: printed.join("") };
    return { kind: "usage", error: sentence, issues: [], helpCommand };
  }
  const [found] = asked;
  if (found === undefined) return { kind: "help", text: program.helpInformation() };
  const { command, input } = found;
  const issues = command.check(input);
  if (issues.length > 0) {
    return { kind: "usage", error: sentenceOf(issues), issues, helpCommand: command.name };
  }
  return { kind: "command", command, request: { command: command.name, input } };
}

/** Whether `--json` is among the words; those after `--` are values. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? words.length : end).includes("--json");
}

/** Thrown to stop the parser: to show help, or with a message about wrong usage. */
class WrongWords extends Error {
  override readonly name = "WrongWords";

  constructor(
    readonly sentence: string,
    readonly helpCommand: string,
    readonly isHelp = false,
  ) {
    super(sentence);
  }
}

type Sink = {
  print(text: string): void;
  ask(found: { command: Command; input: Record<string, string> }): void;
};

function build(sink: Sink): Commander {
  const program = new Commander("latchkey")
    .description(INTRO)
    .version(release.version, "--version", "print the version of Latchkey")
    .option("--json", "print the result as JSON, and errors as JSON on stderr")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ writeOut: sink.print, writeErr: () => {}, outputError: () => {} });
  stopHere(program, "");
  const nouns = new Map<string, Commander>();
  for (const [name, about] of Object.entries(NOUNS)) {
    const noun = program.command(name).description(about);
    stopHere(noun, name);
    nouns.set(name, noun);
  }
  for (const command of COMMANDS) {
    const [first = "", verb] = command.name.split(" ");
    const parent = verb === undefined ? program : (nouns.get(first) ?? program);
    add(parent.command(verb ?? first), command, sink);
  }
  return program;
}

function add(commander: Commander, command: Command, sink: Sink): void {
  commander.description(command.summary);
  stopHere(commander, command.name);
  for (const { shown, about } of command.args) commander.argument(`<${shown}>`, about);
  for (const { name, shown, about } of command.options) {
    commander.option(`--${name} <${shown}>`, about, onlyOnce(name, command.name));
  }
  for (const { name, about } of command.flags) commander.option(`--${name}`, about);
  commander.usage(usageOf(command));
  if (command.example) commander.addHelpText("after", `\nExample:\n  ${command.example}`);
  commander.action(() => {
    const places = command.args.map(({ field }, index) => [field, commander.args[index]]);
    const named: Record<string, string | true> = commander.opts();
    const typed = Object.entries(named).map(([name, value]) => [
      name,
      value === true ? "yes" : value,
    ]);
    sink.ask({ command, input: Object.fromEntries([...places, ...typed]) });
  });
}

/** The words after the command's name; optional ones in brackets. */
function usageOf({ args, options, flags }: Command): string {
  const named = options.map(({ name, shown, isRequired }) =>
    isRequired ? `--${name} ${shown}` : `[--${name} ${shown}]`,
  );
  const alone = [...flags.map(({ name }) => name), "json"].map((name) => `[--${name}]`);
  return [...args.map(({ shown }) => shown), ...named, ...alone].join(" ");
}

// By default the last of several options would silently win.
function onlyOnce(option: string, helpCommand: string) {
  return (value: string, previous: string | undefined): string => {
    if (previous === undefined) return value;
    throw new WrongWords(`--${option} was specified more than once`, helpCommand);
  };
}

/** Makes commander throw instead of exiting. */
function stopHere(commander: Commander, helpCommand: string): void {
  commander.exitOverride(({ code, message, exitCode }) => {
    const isUnknown = code === "commander.unknownCommand";
    const sentence =
      code === "commander.help" ? "missing command" : plain(message, isUnknown ? commander : null);
    throw new WrongWords(sentence, helpCommand, exitCode === 0);
  });
}

/** Words for the same: a noun has at most one of each row. */
const SYNONYMS = [
  ["create", "issue", "invite", "add", "new"],
  ["delete", "revoke", "remove", "rm"],
  ["list", "ls"],
  ["show", "get", "view"],
  ["set", "update", "edit"],
  ["suspend", "disable"],
  ["reactivate", "enable", "unsuspend"],
  ["decline", "reject", "deny"],
  ["approve", "accept", "grant"],
  ["recalculate", "correct", "adjust"],
];

/**
 * Commander's message. For the unknown command of a noun, its suggestion, which only compares
 * letters, is replaced if the meaning of the word is known: "disable" is not "enable".
 */
function plain(message: string, noun: Commander | null): string {
  const [, sentence = message, similar] =
    /^(.+?)\s*(?:\(Did you mean (.+)\?\))?$/s.exec(message.replace(/^error: /, "")) ?? [];
  const alike = SYNONYMS.find((words) => words.includes(noun?.args[0] ?? ""));
  const names = noun?.commands.map((command) => command.name()) ?? [];
  const meant = alike ? names.find((name) => alike.includes(name)) : similar;
  return meant === undefined ? sentence : `${sentence}. Did you mean ${meant}?`;
}
