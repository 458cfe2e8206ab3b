import { z } from "zod";
import { ERRORS, isDomainError } from "../core/kernel/errors";
import { isSchemaBehind } from "../stores/store-down";

/** An error as `--json` prints it, and as the server sends it. */
export const Failure = z.object({
  error: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type Failure = z.infer<typeof Failure>;

/**
 * The result of a command as plain JSON. `busy`: nothing was done, try again in a moment.
 * `hadToWait`: see watchWaits().
 */
export const Reply = z.union([
  z.strictObject({ result: z.unknown(), hadToWait: z.literal(true).optional() }),
  z.strictObject({ failure: Failure }),
  z.strictObject({ busy: z.literal(true) }),
]);
export type Reply = z.infer<typeof Reply>;

/** A command that was sent along the way has failed. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";

  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

type FailureOptions = { isUnavailable?: (error: unknown) => boolean };

/**
 * Any error as a Failure. The reader is an operator, so internal causes are named; no driver puts a
 * password or a key into its message.
 */
export function commandFailure(error: unknown, options: FailureOptions = {}): Failure {
  if (error instanceof CommandFailed) return error.failure;
  if (isDomainError(error)) {
    return { error: error.message, code: error.code, details: error.details };
  }
  if (isSchemaBehind(error)) return SCHEMA_BEHIND;
  const cause = reasonOf(error);
  if (options.isUnavailable?.(error)) {
    return { error: `Can't connect to the database: ${cause}`, code: "unavailable", details: {} };
  }
  const known = error instanceof Error ? KNOWN[error.name] : undefined;
  if (error instanceof Error && known !== undefined) {
    return { error: error.message.replaceAll("\n", " "), code: known, details: {} };
  }
  const { message } = ERRORS.internal_error;
  return { error: `${message} ${cause}`, code: "internal_error", details: {} };
}

/** Errors whose message is written for the operator, by name. */
const KNOWN: Partial<Record<string, string>> = {
  EnvError: "invalid_settings",
  EncryptionError: "invalid_settings",
  MigrationError: "migration_failed",
  DataDirInUse: "data_dir_in_use",
  EmbeddedBroken: "data_dir_broken",
};

const SCHEMA_BEHIND: Failure = {
  error: "The database schema is out of date. Run `latchkey migrate`.",
  code: "migration_needed",
  details: {},
};

/** The error in one line: Prisma puts the query first and the reason last. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.trim().split("\n").at(-1)?.trim() || "unknown error";
}
