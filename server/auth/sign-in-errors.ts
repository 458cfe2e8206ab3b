// next-auth passes the form a single string, so the seconds to wait are encoded in it.
const PREFIX = "wait:";

/** The error of a sign-in refused for too many attempts. */
export function waitError(seconds: number): string {
  return `${PREFIX}${seconds}`;
}

/** The seconds to wait from the form's error; null if it is another error. */
export function waitSeconds(error: string): number | null {
  return error.startsWith(PREFIX) ? Number(error.slice(PREFIX.length)) : null;
}

/** The errors of a sign-in with the correct password and a missing or wrong second factor. */
export const SECOND_FACTOR_ERRORS = {
  needed: "second-factor:needed",
  wrong: "second-factor:wrong",
} as const;
