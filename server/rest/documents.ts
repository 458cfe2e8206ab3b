import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDefinition } from "./definition";
import { type EncodedText, encodedText } from "./encoded-text";
import { openApiDocument } from "./openapi";

/** Finds the OpenAPI document of an API. */
export type Documents = (definition: ApiDefinition) => Promise<EncodedText>;

/**
 * Generates a document when it is first requested. That takes 0.2 s, in which the process does
 * nothing else.
 */
export const generatedDocuments = madeOnce(async (definition) =>
  JSON.stringify(openApiDocument(definition)),
);

/** Reads the documents that `npm run docs` has written to `folder`, when they are first requested. */
export const committedDocuments = (folder: string): Documents =>
  madeOnce(async ({ documentFile }) =>
    JSON.stringify(JSON.parse(await readFile(join(folder, documentFile), "utf8"))),
  );

/** Makes a document once, however many requests wait for it; after a failure, with the next one. */
function madeOnce(make: (definition: ApiDefinition) => Promise<string>): Documents {
  const made = new WeakMap<ApiDefinition, Promise<EncodedText>>();
  return (definition) => {
    const found = made.get(definition);
    if (found !== undefined) return found;
    const document = make(definition).then(encodedText);
    made.set(definition, document);
    document.catch(() => made.delete(definition));
    return document;
  };
}
