import type { Core } from "../core/actor";
import type { ErrorCode } from "../core/errors";
import type { KeyRecord } from "../core/keys/record";
import type { Keyring, Limiter, Recorder } from "../core/ports";
import type { Endpoint } from "./endpoint";

/** What the API needs of its process. */
export type ApiServices = {
  core: Core;
  keyring: Keyring;
  limit: Limiter;
  recorder: Recorder;
  /** Counts an answer, under its route's template; null where nobody looks. */
  observe:
    | ((answered: { route: string; method: string; status: number; seconds: number }) => void)
    | null;
};

/** A request that is being answered. `headers` are those of the answer. */
export type Exchange = {
  id: string;
  /** When it arrived, by the clock and in monotonic milliseconds. */
  at: Date;
  startedMs: number;
  request: Request;
  url: URL;
  address: string | null;
  headers: Headers;
  isHead: boolean;
  /** What became known of it so far. A key is also there when it is dead. */
  endpoint: Endpoint | null;
  key: KeyRecord | null;
  failure: ErrorCode | null;
};
