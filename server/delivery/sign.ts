import { createHmac } from "node:crypto";
import { timestampOf } from "../core/webhooks/headers";

/** The prefix of secrets in Standard Webhooks 1.0; base64 of the HMAC key follows. */
const PREFIX = "whsec_";

type Message = {
  /** The same for every attempt, so that a receiver recognizes a duplicate. */
  id: string;
  /** When this attempt is sent. */
  at: Date;
  body: string;
  /** The current secret, then the previous one while it is still valid. */
  secrets: readonly string[];
};

/** The headers that sign a message, one signature for each secret (Standard Webhooks 1.0). */
export function signedHeaders({ id, at, body, secrets }: Message): Record<string, string> {
  const timestamp = timestampOf(at);
  const content = `${id}.${timestamp}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => signature(secret, content)).join(" "),
  };
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
