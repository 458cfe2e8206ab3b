import type { Issue } from "./errors";

/** The logger interface; pino implements it. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** A request as the rate limiter sees it: its key, and what distinguishes workers. */
type LimitedCall = {
  key: { id: string; perMinute: number; partner: { id: string } };
  /** The epoch to compare with the partner's current one; null: don't compare. */
  epoch: string | null;
  /**
   * For a request that may be held until its slot; null: it is refused if it would have to wait.
   */
  hold: Hold | null;
  /**
   * The tokens that the request takes, from 1 to 1,000; 1 if omitted. More than the key's burst are
   * never admitted. A request that may be held takes one.
   */
  cost?: number;
  request: {
    method: string;
    url: { pathname: string; search: string };
    address: string | null;
    /** By its lowercase name. */
    header(name: string): string | null;
  };
};

/** How long a request may be held instead of refused (`Prefer: wait`). */
export type Hold = {
  /**
   * Four characters, not all of them hexadecimal, unique among the held requests of one caller.
   * Only this request can use a slot promised to this name.
   */
  name: string;
  /**
   * The longest wait, in milliseconds. 0: no longer. Negative: the client has disconnected, and
   * nothing is taken.
   */
  maxMs: number;
  /** Whether the limiter was asked under this name before. */
  isHeld: boolean;
};

/**
 * A verdict. `headers` belong on the response; `retryAfterSeconds` is 0 if admitted. A held request
 * is neither admitted nor refused: it asks again after `waitMs` at the latest.
 */
export type Limited = {
  isAdmitted: boolean;
  isHeld: boolean;
  waitMs: number;
  retryAfterSeconds: number;
  headers: Readonly<Record<string, string>>;
  /** Whether the epoch was compared and found current; never while the store is unreachable. */
  isCurrent: boolean;
};

/** A verdict, or `staleSince`: the record is older than this epoch, and nothing was counted. */
type LimitAnswer = Limited | { staleSince: string };

export type Limiter = (call: LimitedCall) => Promise<LimitAnswer>;

/** A request with a key that was responded to, for the recorder. */
export type RecordedCall = {
  keyId: string;
  /** Time of arrival. */
  at: Date;
  status: number;
  address: string | null;
  /**
   * The key was revoked, expired, or not allowed from the address: its calls are counted, but don't
   * update its last use.
   */
  isKeyInactive?: boolean;
  /** The entry for the request log. */
  request?: RecordedRequest;
};

/**
 * The fields of the request log: never a body, a query value, or a header except the client's
 * request id.
 */
export type RecordedRequest = {
  id: string;
  partnerId: string;
  method: string;
  /** The path template, relative to the base. */
  route: string;
  /** The path as sent, relative to the base. */
  path: string;
  search: string;
  /** The scopes that the call used. */
  scopes: readonly string[];
  errorCode: string | null;
  /** The issues in the response to a failure, or its message if that says more than its code. */
  issues: readonly Issue[];
  durationUs: number;
  clientRequestId: string | null;
  /** The limit that a rate-limited call exceeded, in requests per minute; otherwise null. */
  perMinute: number | null;
  /** Whether it was sent to the company's own API, which asked about it. Default: no. */
  isProduct?: boolean;
};

/** Records a call; never waits and never throws. */
export type Recorder = {
  record(call: RecordedCall): void;
  /** Notes when and from where a platform key was last used. */
  recordPlatformKey(use: { keyId: string; at: Date; address: string | null }): void;
};

/** Partners that have new events, and whether webhooks are to be delivered of any. */
export type EventNews<PartnerIds = readonly string[]> = {
  partnerIds: PartnerIds;
  hasDeliveries: boolean;
};

/** Reports which partners have new events, soon after they are committed in any process. */
export type EventSignal = {
  /**
   * Calls `listener` with the partners; null: unknown, so look at all. May be called without need,
   * and after a crash not at all: listeners also poll. Returns a function that unsubscribes.
   */
  subscribe(listener: (news: EventNews<readonly string[] | null>) => void): () => void;
};

/** Slow hashing of passwords, with the salt and the cost inside the hash. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /**
   * With null it takes the same time and returns false, so that timing does not reveal unknown
   * accounts.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** The only access to the hasher, because each hash takes tens of milliseconds of CPU time. */
export type Passwords = {
  /**
   * Runs `work` for the client at `address`; null if unknown. Throws `too_many_attempts` at once,
   * with `retry_after_seconds`, if too many are running for the client's network or in total. Count
   * failed attempts inside `work`: a refusal here is not one. Callers for whom `isKnown` resolves to
   * true go ahead of the others. Few of these lookups run at once, and none if too many wait: then
   * the caller counts as unknown.
   */
  forClient<T>(
    address: string | null,
    work: (hasher: PasswordHasher) => Promise<T>,
    isKnown?: () => Promise<boolean>,
  ): Promise<T>;
};

/** An encrypted secret. `by` identifies the key that sealed it without revealing it. */
export type Sealed = { bytes: Uint8Array<ArrayBuffer>; by: string };

/** The signing secrets of webhook endpoints. */
export type WebhookSecrets = {
  /** Identifies the current sealing key. */
  sealedBy: string;
  /** Creates a secret for one endpoint, with the sealed form to store. */
  create(endpointId: string): { secret: string; sealed: Sealed };
  /** Null if it was sealed by another deployment's key or for another endpoint. */
  open(sealed: Sealed, endpointId: string): string | null;
  /** Reseals a secret under the current key; null if no known key opens it. */
  reseal(sealed: Sealed, endpointId: string): Sealed | null;
};

/** Encrypts texts for the database for a short time, each bound to who may read it. */
export type Seals = {
  seal(text: string, reader: string): Sealed;
  /** Null if it was sealed for another reader or by another deployment, or was tampered with. */
  open(sealed: Sealed, reader: string): string | null;
};

/** Encrypts texts that are kept, each bound to the row that it is in. */
export type KeptSeals = Seals & {
  /** Identifies the current sealing key. */
  sealedBy: string;
  /** Reseals a text under the current key; null if no known key opens it. */
  reseal(sealed: Sealed, owner: string): Sealed | null;
};

/** Payout details as far as the product needs settings for them. */
export type PayoutDetailsPort = {
  seals: KeptSeals;
  /** How long changed details wait until money may be sent to them. */
  waitHours: number;
};

/** Mail as far as the product needs it; server/mail sends it. */
export type MailPort = {
  /**
   * Whether mail is configured. If not, nothing is written. A command that runs without a server
   * needs NEXTAUTH_SECRET for it too.
   */
  isOn: boolean;
  /** The tokens of one-time links, each bound to the mail that it is sent with. */
  tokens: KeptSeals;
};

/** Webhooks as far as the product needs them; server/delivery sends them. */
export type Webhooks = {
  secrets: WebhookSecrets;
  /** Why events may not be sent to this URL, to follow the field's name; null if they may. */
  urlFault(url: string): string | null;
};

/** Authenticator apps: a new six-digit code every 30 seconds (RFC 6238). */
export type Authenticators = {
  /** Identifies the current sealing key. */
  sealedBy: string;
  /** Reseals a secret under the current key; null if no known key opens it. */
  reseal(input: { userId: string; sealed: Sealed }): Sealed | null;
  /** Creates a secret for one user: the text and URI for the app, and the sealed form to store. */
  create(user: { id: string; email: string }): { secret: string; uri: string; sealed: Sealed };
  /**
   * The time step that the code is valid for, at most one away from the current one; `unreadable`
   * if the secret was sealed by another deployment's key or for another user.
   */
  check(input: {
    userId: string;
    sealed: Sealed;
    code: string;
    now: Date;
  }): { step: number } | "wrong" | "unreadable";
};

/** A webhook that the demo's receiver got. */
export type DemoWebhook = {
  /** Counts from 1 since the server started. */
  number: number;
  /** The `webhook-id` header; the same for each attempt. */
  id: string;
  /** From the body; null if it has none. */
  type: string | null;
  receivedAt: Date;
  /** Whether the signature is valid. */
  isVerified: boolean;
  /** As sent. */
  body: string;
};

/** The webhooks that the demo's receiver got, newest first, and the partner that they are sent to. */
export type DemoInbox = { partnerId: string; webhooks: readonly DemoWebhook[] };
