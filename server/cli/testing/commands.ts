import type { Platform } from "../../testing/platform";
import { findCommand } from "../commands";
import { runCommand } from "../run";

type Input = Record<string, string>;

/** Runs commands on a platform, as a server does that got them through its control socket. */
export function commandsOn(platform: Platform) {
  /** The reply as the command line gets it. */
  async function ask(command: string, input: Input = {}) {
    const { core, dispatcher } = platform.wiring;
    const migrate = async () => ({ applied: [] });
    const host = { core, siteUrl: "https://x.example", migrate, dispatcher };
    return JSON.parse(JSON.stringify(await runCommand(host, { command, input })));
  }

  /** The result with the names of `--json`, and as text; or the failure. */
  async function run(command: string, input?: Input) {
    const reply = await ask(command, input);
    if ("failure" in reply) return { failure: reply.failure };
    const found = findCommand(command);
    const json = JSON.parse(JSON.stringify(found?.toJson(reply.result)));
    return { json, text: found?.toText(reply.result) };
  }

  /** The text that the command prints, or its failure. */
  async function print(command: string, input?: Input): Promise<string> {
    const { failure, text } = await run(command, input);
    return failure ? `${failure.code}: ${failure.error}` : String(text);
  }

  return { ask, run, print };
}
