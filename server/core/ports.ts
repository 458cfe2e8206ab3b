import type { KeyRecord } from "./keys/record";
import type { Scope } from "./keys/scopes";

/** What the log looks like to those who write into it; pino fits. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** A key's record, and the epoch that its partner had before the record was read; null: nothing vouches for it. */
export type FoundKey = { record: KeyRecord; epoch: string | null };

/** Where the records of keys come from, under the hex SHA-256 of the plaintext. */
export type KeyCache = {
  /**
   * May be of an earlier moment: only the limiter's word on `epoch` makes it current. Throws
   * `unavailable` to a client's address that has too many unknown keys looked up.
   */
  find(hash: string, address: string | null): FoundKey | null | Promise<FoundKey | null>;
  /** Read anew, knowing that the partner's epoch is this one now. */
  reread(hash: string, epoch: string | null): Promise<KeyRecord | null>;
  /** Drops every record at hand. */
  clear(): void;
};

/** A request as the rate limiter sees it: whose key, and what tells one worker from another. */
type LimitedCall = {
  key: Pick<KeyRecord, "id" | "perMinute"> & { partner: { id: string } };
  /** The epoch to compare with the partner's current one; null: do not compare. */
  epoch: string | null;
  /** For a request that may be held until its slot; null: it is refused if it has to wait. */
  hold: Hold | null;
  request: {
    method: string;
    url: { pathname: string; search: string };
    address: string | null;
    /** By its name in lower case. */
    header(name: string): string | null;
  };
};

/** How a request asks to be held instead of being refused (`Prefer: wait`). */
export type Hold = {
  /** Eight characters that no other request has. What is promised to them only this request can use. */
  name: string;
  /** The longest wait, in milliseconds. 0: no longer. Negative: its client has left, and it takes nothing. */
  maxMs: number;
  /** Whether the limiter has been asked under this name before. */
  isHeld: boolean;
};

/**
 * A verdict. `headers` belong on the response; `retryAfterSeconds` is 0 where admitted. A request that is
 * held is neither admitted nor refused: it asks again after `waitMs` at the latest.
 */
export type Limited = {
  isAdmitted: boolean;
  isHeld: boolean;
  waitMs: number;
  retryAfterSeconds: number;
  headers: Readonly<Record<string, string>>;
  /** Whether the epoch was compared and found current; never while the store is out of reach. */
  isCurrent: boolean;
};

/** The limiter's answer: a verdict, or that the record is older than this epoch and nothing was counted. */
type LimitAnswer = Limited | { staleSince: string };

export type Limiter = (call: LimitedCall) => Promise<LimitAnswer>;

/** One answered request with a key, as the recorder wants it. */
export type RecordedCall = {
  keyId: string;
  /** When it arrived. */
  at: Date;
  status: number;
  address: string | null;
  /** The key was revoked or had expired: its calls are counted, but are no use of it. */
  isDead?: boolean;
  /** For the request log. */
  request?: RecordedRequest;
};

/** What the request log keeps: never a body, a query value or a header but the client's own request id. */
export type RecordedRequest = {
  id: string;
  partnerId: string;
  method: string;
  /** The path's template, below the base. */
  route: string;
  /** As the client sent it, below the base, and its query. */
  path: string;
  search: string;
  /** The scope that the call made use of. */
  scope: Scope | null;
  errorCode: string | null;
  durationUs: number;
  clientRequestId: string | null;
};

/** Takes note of a call; never waits and never throws. */
export type Recorder = { record(call: RecordedCall): void };

/** Slow hashing of passwords, with the salt and the cost inside the hash. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** With null it takes the same time and returns false: an unknown account must not answer sooner. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** The only way to a hasher, because each hash takes tens of milliseconds of a processor. */
export type Passwords = {
  /**
   * Runs `work` for the client at `address`; null where it is not known. Throws `too_many_attempts` at
   * once, with `retry_after_seconds`, where too many are under way for the client's network or in all.
   * What counts a failed attempt belongs into `work`: a refusal here is none.
   */
  forClient<T>(address: string | null, work: (hasher: PasswordHasher) => Promise<T>): Promise<T>;
};

/** A secret as it is kept: `by` names the key that sealed it, and says nothing of it. */
export type Sealed = { bytes: Uint8Array<ArrayBuffer>; by: string };

/** Apps that show a new code of six digits every 30 seconds (RFC 6238). */
export type Authenticators = {
  /** Names the key that seals now. */
  sealedBy: string;
  /** The same secret under the key that seals now; null where no known key opens it. */
  reseal(input: { userId: string; sealed: Sealed }): Sealed | null;
  /** A new secret for one user: what the app is given, by hand or as a QR code, and what is kept. */
  create(user: { id: string; email: string }): { secret: string; uri: string; sealed: Sealed };
  /**
   * The time step that the code is right for, at most one away from now's; `unreadable` where the
   * secret was sealed by another key than this deployment's or for another user.
   */
  check(input: {
    userId: string;
    sealed: Sealed;
    code: string;
    now: Date;
  }): { step: number } | "wrong" | "unreadable";
};
