import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERRORS } from "../server/core/kernel/errors";
import type { ApiDefinition } from "../server/rest/definition";
import { openApiDocument } from "../server/rest/openapi";
import { PARTNER_API } from "../server/rest/partner-api";
import { PLATFORM_API } from "../server/rest/platform-api";
import { additions, breakingChanges } from "./breaking-changes";
import { clientTypes, versionConstant } from "./client-types";
import { platformClient } from "./platform-client";

const DOCS = fileURLToPath(new URL(".", import.meta.url));
const DOCUMENT = "openapi.json" satisfies ApiDefinition["documentFile"];
const PLATFORM_DOCUMENT = "openapi-platform.json" satisfies ApiDefinition["documentFile"];
const CLIENT = "../public/latchkey.ts";
const PLATFORM_CLIENT = "../public/latchkey-platform.ts";
const SERVER_CLIENT = "../public/latchkey-server.ts";
const { version: VERSION } = JSON.parse(readFileSync(join(DOCS, "../package.json"), "utf8"));
/** The file with the entries of /docs/changelog, written by hand; its path from the root. */
const CHANGELOG = "app/docs/changelog/changes.json";

/** The documents that are generated from the code, and committed; by their path from here. */
export const GENERATED = {
  "errors.md": () => errorsPage(),
  [DOCUMENT]: () => documentText(PARTNER_API),
  [PLATFORM_DOCUMENT]: () => documentText(PLATFORM_API),
  [CLIENT]: () => withGenerated(CLIENT, clientTypes(PARTNER_API, VERSION)),
  [PLATFORM_CLIENT]: () => platformClient(committed(CLIENT), PLATFORM_API, VERSION),
  [SERVER_CLIENT]: () => withGenerated(SERVER_CLIENT, versionConstant(VERSION)),
};

const documentText = (api: ApiDefinition) => `${JSON.stringify(openApiDocument(api), null, 2)}\n`;

/** `docs/errors.md`: the catalogue of failures, one section a code. */
function errorsPage(): string {
  const sections = Object.entries(ERRORS).map(
    ([code, { status, message, when, fix }]) =>
      `## ${code}\n\nHTTP ${status}: "${message}"\n\n**When:** ${when}\n\n**What to do:** ${fix}\n`,
  );
  return [
    "# Errors\n",
    "Every failure answers with `{ error, code, details }`. This page is generated from `server/core/kernel/errors.ts` by `npm run docs`.\n",
    ...sections,
  ].join("\n");
}

/** A client: written by hand, but for what is between two marks. */
function withGenerated(name: typeof CLIENT | typeof SERVER_CLIENT, generated: string): string {
  const [head, , tail] = committed(name).split(/(?<=^\/\/ <types>.*\n)|(?=^\/\/ <\/types>)/m);
  if (head === undefined || tail === undefined) throw new Error(`the marks are gone from ${name}`);
  return `${head}\n${generated}\n\n${tail}`;
}

/** The committed text of a generated document. */
export function committed(name: keyof typeof GENERATED): string {
  return readFileSync(join(DOCS, name), "utf8");
}

/** The added endpoints (`GET /charges`) and types of events that the changelog does not name. */
function unnamed(added: readonly string[], changelog: string): string[] {
  const names = added.flatMap((line) => /^(?:webhook )?([^:]+): is new$/.exec(line)?.[1] ?? []);
  return names.filter((name) => !changelog.includes(`\`${name}\``));
}

/**
 * Writes all documents. A new `openapi.json` that breaks what integrations rely on is refused unless
 * it `mayBreak`, and one with endpoints or events that the changelog does not name: then nothing is
 * written. Returns what broke, what was added and what is not named, a line each.
 */
export function writeDocuments({
  folder = DOCS,
  mayBreak = false,
  changelog = readFileSync(join(DOCS, "..", CHANGELOG), "utf8"),
} = {}): Record<"broken" | "added" | "missing", string[]> {
  const before = JSON.parse(readFileSync(join(folder, DOCUMENT), "utf8"));
  const after = openApiDocument(PARTNER_API);
  const broken = breakingChanges(before, after);
  const added = additions(before, after);
  const missing = unnamed(added, changelog);
  if (broken.length > 0 && !mayBreak) return { broken, added: [], missing };
  if (missing.length > 0) return { broken, added, missing };
  for (const [name, generate] of Object.entries(GENERATED)) {
    writeFileSync(join(folder, name), generate());
  }
  return { broken, added, missing };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mayBreak = process.argv.includes("--breaking");
  const { broken, added, missing } = writeDocuments({ mayBreak });
  for (const line of broken) process.stderr.write(`breaking: ${line}\n`);
  if (broken.length > 0 && !mayBreak) {
    process.stderr.write("Nothing was written. If it is meant: npm run docs -- --breaking\n");
    process.exitCode = 1;
  } else if (missing.length > 0) {
    process.stderr.write(`Nothing was written. Add to ${CHANGELOG}: ${missing.join(", ")}\n`);
    process.exitCode = 1;
  } else if (broken.length + added.length > 0) {
    for (const line of added) process.stdout.write(`${line}\n`);
    process.stdout.write(`The API has changed. Say so in ${CHANGELOG}, in a partner's words.\n`);
  }
}
