import type { KeyType } from "../core/keys/format";
import type { Endpoint } from "./endpoint";

/** An API: who calls it, where it is, and what its document says. */
export type ApiDefinition = {
  /** The type of key that it accepts. */
  keyType: KeyType;
  basePath: string;
  endpoints: readonly Endpoint[];
  title: string;
  /** The document's general description, in Markdown. */
  about: string;
  /** The scopes of its keys, and what each grants. */
  scopes: Readonly<Record<string, string>>;
  /** The name of its document in `docs`. */
  documentFile: "openapi.json" | "openapi-platform.json";
  /** Whether its document describes webhooks. */
  hasWebhooks: boolean;
};
