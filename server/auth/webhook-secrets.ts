import { randomBytes } from "node:crypto";
import type { WebhookSecrets } from "../core/ports";
import { createSeals, type Secrets } from "./seals";

/** Standard Webhooks 1.0 allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** The signing secrets of webhook endpoints, sealed under keys derived from `secrets`. */
export function createWebhookSecrets(secrets: Secrets): WebhookSecrets {
  const seals = createSeals(secrets, "webhook secret");
  return {
    sealedBy: seals.keyId,
    create: (endpointId) => {
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
      return { secret, sealed: seals.seal(secret, endpointId) };
    },
    open: (sealed, endpointId) => seals.open(sealed, endpointId),
    reseal: (sealed, endpointId) => {
      const secret = seals.open(sealed, endpointId);
      return secret === null ? null : seals.seal(secret, endpointId);
    },
  };
}
