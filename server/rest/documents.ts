import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiDefinition } from "./definition";
import { type EncodedText, encodedText } from "./encoded-text";
import { openApiDocument } from "./openapi";

/** Finds the OpenAPI document of an API. */
export type Documents = (definition: ApiDefinition) => EncodedText | Promise<EncodedText>;

const generated = new WeakMap<ApiDefinition, EncodedText>();

/**
 * Generates a document when it is first requested. That takes 0.2 s, in which the process does
 * nothing else.
 */
export const generatedDocuments: Documents = (definition) => {
  const document =
    generated.get(definition) ?? encodedText(JSON.stringify(openApiDocument(definition)));
  generated.set(definition, document);
  return document;
};

/** Reads the documents that `npm run docs` has written to `folder`, when they are first requested. */
export function committedDocuments(folder: string): Documents {
  const found = new WeakMap<ApiDefinition, Promise<EncodedText>>();
  return (definition) => {
    // Read once, however many ask meanwhile.
    const document = found.get(definition) ?? readDocument(definition);
    found.set(definition, document);
    return document;
  };
  async function readDocument(definition: ApiDefinition): Promise<EncodedText> {
    try {
      const text = await readFile(join(folder, definition.documentFile), "utf8");
      return encodedText(JSON.stringify(JSON.parse(text)));
    } catch (error) {
      found.delete(definition);
      throw error;
    }
  }
}
