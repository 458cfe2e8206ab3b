import type { Core } from "../core/actor";
import type { ErrorCode } from "../core/errors";
import type { KeyRecord } from "../core/keys/record";
import type { KeyCache, Limiter, Recorder } from "../core/ports";
import type { Endpoint } from "./endpoint";
import type { Holds } from "./holds";

/** What the API needs of its process. */
export type ApiServices = {
  core: Core;
  keyCache: KeyCache;
  limit: Limiter;
  /** Null where requests cannot be held: without a server of ours nobody ends them before the process does. */
  holds: Holds | null;
  recorder: Recorder;
  /** Counts an answer, under its route's template; null where nobody looks. */
  observe:
    | ((answered: { route: string; method: string; status: number; seconds: number }) => void)
    | null;
};

/** A request below the base path, from whatever server brought it. */
export type ApiRequest = {
  method: string;
  /** As a URL has them: `search` is empty or starts with its question mark. */
  url: { pathname: string; search: string };
  /** The client's; null where it is not known. */
  address: string | null;
  /** A header's value by its name in lower case; one that was sent twice comes joined by a comma. */
  header(name: string): string | null;
  /** Characters of all header names and values together. */
  headerSize(): number;
  /** The body as it arrives; to be read once at most. */
  body(): AsyncIterable<Uint8Array>;
  /** Whether the client has left, so that nobody is there to answer. */
  isGone(): boolean;
};

/** What any server can send: names of headers in lower case, and a text, an encoded one, or nothing. */
export type ApiAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

/** A request that is being answered. `headers` are those of the answer. */
export type Exchange = {
  id: string;
  /** When it arrived, by the clock and in monotonic milliseconds. */
  at: Date;
  startedMs: number;
  /** For how long it was held, in milliseconds. */
  heldMs: number;
  request: ApiRequest;
  headers: Record<string, string>;
  /** What became known of it so far. A key is also there when it is dead. */
  endpoint: Endpoint | null;
  key: KeyRecord | null;
  failure: ErrorCode | null;
};
