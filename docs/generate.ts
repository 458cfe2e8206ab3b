import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERRORS } from "../server/core/errors";
import { ENDPOINTS } from "../server/rest/endpoints";
import { openApiDocument } from "../server/rest/openapi";
import { additions, breakingChanges } from "./breaking-changes";
import { clientTypes } from "./client-types";

const DOCS = fileURLToPath(new URL(".", import.meta.url));
const DOCUMENT = "openapi.json";
const CLIENT = "../public/latchkey.ts";
/** Where /docs/changelog reads what has changed, by its path from the root. */
export const CHANGELOG = "app/docs/changelog/changes.json";

/** The documents that are generated from the code, and committed; by their path from here. */
export const GENERATED = {
  "errors.md": () => errorsPage(),
  [DOCUMENT]: () => `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`,
  [CLIENT]: () => clientFile(),
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

/** `public/latchkey.ts`: written by hand, but for the types between two marks. */
function clientFile(): string {
  const [head, , tail] = committed(CLIENT).split(/(?<=^\/\/ <types>.*\n)|(?=^\/\/ <\/types>)/m);
  if (head === undefined || tail === undefined)
    throw new Error(`the marks are gone from ${CLIENT}`);
  const { version } = JSON.parse(readFileSync(join(DOCS, "../package.json"), "utf8"));
  return `${head}\n${clientTypes(ENDPOINTS, version)}\n\n${tail}`;
}

/** The committed text of a generated document. */
export function committed(name: keyof typeof GENERATED): string {
  return readFileSync(join(DOCS, name), "utf8");
}

/**
 * Writes all documents, and what has changed in `openapi.json` into the changelog. A new one that breaks what
 * integrations rely on is refused unless it `mayBreak`: then nothing is written. Returns what broke.
 */
export function writeDocuments({
  folder = DOCS,
  mayBreak = false,
  today = new Date().toISOString().slice(0, 10),
} = {}): string[] {
  const before = JSON.parse(readFileSync(join(folder, DOCUMENT), "utf8"));
  const after = openApiDocument(ENDPOINTS);
  const broken = breakingChanges(before, after);
  if (broken.length > 0 && !mayBreak) return broken;
  const changes = [...broken.map((line) => `Breaking: ${line}`), ...additions(before, after)];
  noteChanges(join(folder, "..", CHANGELOG), { date: today, changes });
  for (const [name, generate] of Object.entries(GENERATED)) {
    writeFileSync(join(folder, name), generate());
  }
  return broken;
}

type Entry = { date: string; changes: string[] };

/** Adds the changes to the entry of their day; the latest day is the first entry. */
function noteChanges(file: string, { date, changes }: Entry): void {
  if (changes.length === 0) return;
  const entries: Entry[] = JSON.parse(readFileSync(file, "utf8"));
  const known = entries.find((entry) => entry.date === date);
  const others = entries.filter((entry) => entry !== known);
  const entry = { date, changes: [...(known?.changes ?? []), ...changes] };
  writeFileSync(file, `${JSON.stringify([entry, ...others], null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mayBreak = process.argv.includes("--breaking");
  const broken = writeDocuments({ mayBreak });
  for (const line of broken) process.stderr.write(`breaking: ${line}\n`);
  if (broken.length > 0 && !mayBreak) {
    process.stderr.write("Nothing was written. If it is meant: npm run docs -- --breaking\n");
    process.exitCode = 1;
  }
}
