import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { locate } from "../../server/testing/packages";
import { spawnOwned, temporaryFolder } from "../../server/testing/processes";
import type { Sample } from "./docs-samples";
import { environmentOf } from "./latchkey";

export type Environment = Record<string, string>;
export type Ended = { code: number | string; output: string };
/** A sample that can be run, exactly as shown. */
export type Program = Sample & { run(given: Environment): Promise<Ended> };

const TOOLS = join(import.meta.dirname, "../../node_modules");
const { PATH } = process.env;

/** Compiles the TypeScript files of a folder as programs of Node, without browser types. */
export function compile(folder: string, names: string[]): Promise<Ended> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const types = ["--typeRoots", join(TOOLS, "@types"), "--types", "node"];
  const as = ["--target", "es2022", "--lib", "es2022", "--module", "nodenext"];
  const args = ["--ignoreConfig", "--strict", ...types, ...as, ...names];
  return run({ cwd: folder, command: join(TOOLS, ".bin/tsc"), args });
}

type Command = { cwd: string; command: string; args: string[] };

/** Runs a command with this environment and no other. */
export async function run({ cwd, command, args }: Command, given: Environment = {}) {
  const child = spawnOwned({ command, args, cwd, env: { PATH, ...given } });
  const code = await child.exited;
  return { code, output: child.output() };
}

/** The sample as a command in a process and a folder of its own; null if it is no program. */
export function programOf(sample: Sample): Program | null {
  const command = { curl: "bash", Python: locate("python3"), PHP: locate("php") }[sample.language];
  if (command === undefined) return null;
  const cwd = temporaryFolder("sample");
  writeFileSync(join(cwd, "sample"), sample.code);
  return { ...sample, run: (given) => run({ cwd, command, args: ["sample"] }, given) };
}

/** Runs files one after another in one process: most of a short program's CPU time is its start. */
type Runner = { run(file: string, given: Environment): Promise<Ended>; close(): void };

export const openNodeRunner = (): Runner => openRunner(process.execPath, "sample-runner.mjs");
export const openPythonRunner = (): Runner => openRunner(locate("python3"), "sample_runner.py");

function openRunner(command: string, script: string): Runner {
  const args = [join(import.meta.dirname, script)];
  // It ends when its stdin does.
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: environmentOf({}),
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let runs = 0;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (file: string, env: Environment): Promise<Ended> => {
    const path = command === process.execPath ? `${pathToFileURL(file)}?run=${++runs}` : file;
    child.stdin.write(`${JSON.stringify({ file: path, env })}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${script} has ended`);
    return JSON.parse(value);
  };
  return {
    run: (file, given) => {
      const next = last.then(() => ask(file, given));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => child.stdin.end(),
  };
}
