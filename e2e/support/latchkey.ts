import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runCli } from "../../server/cli/cli";
import { openLine } from "../../server/cli/line";

/** The built command line. */
export const BUNDLE = fileURLToPath(new URL("../../dist/latchkey.mjs", import.meta.url));
/** Longer than any command of a test takes. */
const TIMEOUT_MS = 100_000;

export type Settings = Record<string, string>;
export type Ended = { code: number | string; stdout: string; stderr: string };

/** The environment of a command-line process: these settings and no others. */
export function environmentOf(settings: Settings) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...settings, NODE_ENV: "production" as const };
}

/** Runs the built command line in its own process, with `stdin` piped into it. */
export function latchkey(settings: Settings, words: string[], stdin = ""): Promise<Ended> {
  const options = { env: environmentOf(settings), timeout: TIMEOUT_MS };
  return new Promise<Ended>((resolve) => {
    const args = [BUNDLE, ...words];
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal ?? "") : 0, stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}

/**
 * Runs a command in this process, with these settings and no others: a process of its own takes
 * most of a second of CPU time. Like one, it opens the stores or asks the server.
 */
export async function runHere(settings: Settings, words: string[]): Promise<Ended> {
  const environment = environmentOf(settings);
  const printed = { stdout: "", stderr: "" };
  const code = await runCli(words, {
    environment,
    openLine: () => openLine(environment),
    out: (text) => {
      printed.stdout += text;
    },
    err: (text) => {
      printed.stderr += text;
    },
    show: () => {},
    askSecret: async () => "",
    untilStopped: () => new AbortController().signal,
  });
  return { code, ...printed };
}

/**
 * Runs a command in this process and returns its document under `--json`; throws with its output
 * unless the exit code is 0 and the output is one document.
 */
export async function answer(settings: Settings, words: string[]) {
  const { code, stdout, stderr } = await runHere(settings, [...words, "--json"]);
  return documentOf({ code, stdout, stderr });
}

/** The document that a command printed; throws with its output unless it succeeded. */
export function documentOf({ code, stdout, stderr }: Ended) {
  if (code !== 0 || stderr !== "") throw new Error(`exit code ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** The words of a command that makes a partner with a key. */
export const newPartner = (code: string) =>
  `partner create --code ${code} --name ${code} --key First --scopes metrics:read`.split(" ");
