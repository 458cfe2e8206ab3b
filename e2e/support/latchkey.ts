import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command line. */
export const BUNDLE = fileURLToPath(new URL("../../dist/latchkey.mjs", import.meta.url));

export type Settings = Record<string, string>;
export type Ended = { code: number | string; stdout: string; stderr: string };

/** Runs the built command line in a process of its own, with these settings and no others. */
export function latchkey(
  settings: Settings,
  words: string[],
  options: { killAfterMs?: number } = {},
): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const limits = {
    env: { PATH, HOME, ...settings, NODE_ENV: "production" },
    timeout: options.killAfterMs ?? 60_000,
    killSignal: "SIGKILL",
  } as const;
  return new Promise<Ended>((resolve) => {
    execFile(process.execPath, [BUNDLE, ...words], limits, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal ?? "") : 0, stdout, stderr }),
    );
  });
}

/** Its document under `--json`; throws with what it printed unless it is one and the exit code 0. */
export async function answer(settings: Settings, words: string[]) {
  const { code, stdout, stderr } = await latchkey(settings, [...words, "--json"]);
  if (code !== 0 || stderr !== "") throw new Error(`exit code ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}
