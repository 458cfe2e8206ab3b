import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "../server/rest/endpoints";
import { errorsPage } from "../server/rest/errors-page";
import { openApiDocument } from "../server/rest/openapi";

/** The documents that are generated from the code, and committed. */
export const GENERATED = {
  "errors.md": () => errorsPage(),
  "openapi.json": () => `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`,
};

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The committed text of a generated document. */
export function committed(name: keyof typeof GENERATED): string {
  return readFileSync(pathOf(name), "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, generate] of Object.entries(GENERATED)) writeFileSync(pathOf(name), generate());
}
