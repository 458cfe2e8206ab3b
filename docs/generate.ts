import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ERRORS } from "../server/core/errors";
import { ENDPOINTS } from "../server/rest/endpoints";
import { openApiDocument } from "../server/rest/openapi";

/** The documents that are generated from the code, and committed. */
export const GENERATED = {
  "errors.md": () => errorsPage(),
  "openapi.json": () => `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`,
};

/** `docs/errors.md`: the catalogue of failures, one section a code. */
function errorsPage(): string {
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

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The committed text of a generated document. */
export function committed(name: keyof typeof GENERATED): string {
  return readFileSync(pathOf(name), "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, generate] of Object.entries(GENERATED)) writeFileSync(pathOf(name), generate());
}
