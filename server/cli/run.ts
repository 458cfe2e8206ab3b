import type { Ctx } from "../core/kernel/actor";
import { ERRORS } from "../core/kernel/errors";
import { watchWaits } from "../core/kernel/watch-waits";
import { type CommandHost, CommandRequest } from "./command";
import { findCommand } from "./commands";
import { commandFailure, type Failure, type Reply } from "./failure";

/**
 * Runs one command and returns its result as plain JSON; never throws. The request may come over
 * the control socket, and is checked as if it were typed here. Its sender has access to DATA_DIR or
 * to the database, and acts as the platform's operator.
 */
export async function runCommand(host: CommandHost, request: unknown): Promise<Reply> {
  const parsed = CommandRequest.safeParse(request);
  const command = parsed.success ? findCommand(parsed.data.command) : null;
  if (!parsed.success || command === null) return { failure: UNKNOWN };
  const { core, hadToWait } = watchWaits(host.core);
  const call: Ctx = { ...core, actor: { kind: "system", name: "cli" }, address: null };
  try {
    const result = await command.run(call, parsed.data.input, host);
    return hadToWait() ? { result, hadToWait: true } : { result };
  } catch (error) {
    const failure = commandFailure(error, { isUnavailable: host.core.isUnavailable });
    if (failure.code in ERRORS && failure.code !== "internal_error") return { failure };
    host.core.log.error({ err: error, command: command.name }, "command failed");
    return { failure };
  }
}

const UNKNOWN: Failure = {
  error: "The running server doesn't support this command. Restart it with this release.",
  code: "invalid_request",
  details: {},
};
