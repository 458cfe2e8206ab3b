import { ERRORS } from "../core/errors";

/** `docs/errors.md`: the catalogue of failures, one section a code. */
export function errorsPage(): string {
  const sections = Object.entries(ERRORS).map(
    ([code, { status, message, when, fix }]) =>
      `## ${code}\n\nHTTP ${status}: "${message}"\n\n**When:** ${when}\n\n**What to do:** ${fix}\n`,
  );
  return [
    "# Errors\n",
    "Every failure answers with `{ error, code, details }`. This page is generated from `server/core/errors.ts` by `npm run docs`.\n",
    ...sections,
  ].join("\n");
}
