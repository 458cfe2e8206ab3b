import type { KeyRecord } from "./keys/record";

/** What the log looks like to those who write into it; pino fits. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** A request as the rate limiter sees it: whose key, and what tells one worker from another. */
export type LimitedCall = {
  key: Pick<KeyRecord, "id" | "perMinute"> & { partner: { id: string } };
  address: string | null;
  request: Request;
};

/** The limiter's answer. `headers` belong on the response; `retryAfterSeconds` is 0 where admitted. */
export type LimitAnswer = {
  isAdmitted: boolean;
  retryAfterSeconds: number;
  headers: Readonly<Record<string, string>>;
};

export type Limiter = (call: LimitedCall) => Promise<LimitAnswer>;

/** One answered request with a key, as the recorder wants it. */
export type RecordedCall = { keyId: string; at: Date; status: number; address: string | null };

/** Takes note of a call; never waits and never throws. */
export type Recorder = { record(call: RecordedCall): void };

/** Slow hashing of passwords, with the salt and the cost inside the hash. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** With null it takes the same time and says no: an unknown account must not answer sooner. */
  verify(hash: string | null, password: string): Promise<boolean>;
};
