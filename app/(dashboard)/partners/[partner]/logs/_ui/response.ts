import type { Tone } from "@/app/_ui/feedback/status";
import { ERRORS, type ErrorCode } from "@/server/core/kernel/errors";

/** The tone of a status in a list: succeeded, refused or failed. */
export function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "idle" : "good";
}

/** Whether the error catalogue has the code. */
export function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(ERRORS, code);
}
