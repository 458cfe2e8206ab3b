// next-auth hands the form one string; this is how the seconds to wait travel in it.
const PREFIX = "wait:";

/** The error of a sign-in that was refused for too many attempts. */
export function waitError(seconds: number): string {
  return `${PREFIX}${seconds}`;
}

/** The seconds to wait, out of the error that the form gets; null when it says something else. */
export function waitSeconds(error: string): number | null {
  return error.startsWith(PREFIX) ? Number(error.slice(PREFIX.length)) : null;
}

/** The errors of a sign-in whose password was right, while the second factor is missing or wrong. */
export const SECOND_FACTOR_ERRORS = {
  needed: "second-factor:needed",
  wrong: "second-factor:wrong",
} as const;
