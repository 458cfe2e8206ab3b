import { KEPT_KIB } from "../core/webhooks/limits";
import type { Outcome } from "./queue";

const HOUR_MS = 60 * 60_000;

/**
 * Bounds what the attempts of an endpoint take in the database: its partner chooses how many there
 * are, and how long. Successes leave room for failures, which are looked at more often. Another
 * process that takes the endpoint counts anew.
 */
export class KeptBytes {
  #hour = 0;
  readonly #bytes = new Map<string, number>();

  /** The outcome, without its bodies and headers if the endpoint has no room for them this hour. */
  keep(outcome: Outcome, nowMs: number): Outcome {
    const hour = Math.floor(nowMs / HOUR_MS);
    if (hour !== this.#hour) this.#bytes.clear();
    this.#hour = hour;
    const key = `${outcome.endpointId} ${outcome.result === "delivered"}`;
    const bytes = (this.#bytes.get(key) ?? 0) + bytesOf(outcome);
    if (bytes > KEPT_KIB * 1_024) {
      return { ...outcome, isKept: false, requestBody: null, response: "", responseHeaders: null };
    }
    this.#bytes.set(key, bytes);
    return outcome;
  }
}

function bytesOf({ requestBody, response, responseHeaders }: Outcome): number {
  const headers = responseHeaders === null ? "" : JSON.stringify(responseHeaders);
  return Buffer.byteLength(requestBody ?? "") + Buffer.byteLength(response + headers);
}
