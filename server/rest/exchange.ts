import type { Core } from "../core/kernel/actor";
import type { Failure } from "../core/kernel/errors";
import type { Limiter, Recorder } from "../core/kernel/ports";
import type { CheckedKey, KeyCache } from "../core/keys/record";
import type { Attempts } from "./attempt";
import type { ApiDefinition } from "./definition";
import type { EventWaits } from "./event-waits";
import type { GroupTurns } from "./group-turns";
import type { Holds } from "./holds";

/** Services that the process provides to the API. */
export type ApiServices = {
  core: Core;
  keyCache: KeyCache<CheckedKey>;
  limit: Limiter;
  /** Null if requests cannot be held: other servers do not end held requests when they stop. */
  holds: Holds | null;
  /** Null if requests cannot wait for events, for the same reason. */
  eventWaits: EventWaits | null;
  /** Requests to the company's own API; null on the partners' API. */
  attempts: Attempts | null;
  /** Of each partner, or of all platform keys. */
  writeTurns: GroupTurns;
  readTurns: GroupTurns;
  /** The turns of requests with longer bodies than usual: of each key, and, once received, of all. */
  longBodiesOfKey: GroupTurns;
  longBodies: GroupTurns;
  recorder: Recorder;
  /** Counts a response under its route template; null if metrics are off. */
  observe:
    | ((answered: { route: string; method: string; status: number; seconds: number }) => void)
    | null;
};

/** A request below the base path, independent of the server that received it. */
export type ApiRequest = {
  method: string;
  /** As in a URL: `search` is empty or starts with `?`. */
  url: { pathname: string; search: string };
  /** The client's address; null if unknown. */
  address: string | null;
  /** A header's value by its lower-case name. Repeated headers are joined by a comma. */
  header(name: string): string | null;
  /** The number of characters in all header names and values. */
  headerSize(): number;
  /**
   * The whole body; null if it has more bytes than this. Can be read only once. Rejects if the client
   * leaves before it is complete.
   */
  readBody(maxBytes: number): Promise<Uint8Array | null>;
  /** Whether the client has disconnected. */
  isGone(): boolean;
  /** The socket's address, if known, and X-Forwarded-For as it was sent. */
  forwarded(): { peer: string | null; forwardedFor: string | null };
};

/**
 * A response that any server can send: lower-case header names, and a text, encoded or empty body.
 */
export type ApiAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

/** A request in progress. `headers` are those of the response. */
export type Exchange = {
  id: string;
  api: Pick<ApiDefinition, "keyType" | "basePath">;
  /** When it arrived, by the clock and in monotonic milliseconds. */
  at: Date;
  startedMs: number;
  /** The time for which it was held, in milliseconds. */
  heldMs: number;
  request: ApiRequest;
  /** The address of who asks about a request whose own is not known: it limits lookups of keys. */
  asker?: string | null;
  headers: Record<string, string>;
  /** Set as they become known. `key` may also be revoked or expired. */
  endpoint: { path: string; scopes: readonly string[] } | null;
  key: CheckedKey | null;
  failure: Failure | null;
};
