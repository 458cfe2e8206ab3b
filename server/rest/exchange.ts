import type { Core } from "../core/actor";
import type { KeyRecord } from "../core/keys/record";
import type { Keyring, Limiter, Recorder } from "../core/ports";

/** What the API needs of its process. */
export type ApiServices = {
  core: Core;
  keyring: Keyring;
  limit: Limiter;
  recorder: Recorder;
};

/** A request that is being answered. `headers` are those of the answer. */
export type Exchange = {
  request: Request;
  url: URL;
  address: string | null;
  headers: Headers;
  isHead: boolean;
  key: KeyRecord | null;
};
