import type { WebhookSecrets } from "../core/kernel/ports";
import { newWebhookSecret } from "../core/webhooks/new-secret";
import { createSeals, type Secrets } from "./seals";

/** The signing secrets of webhook endpoints, sealed under keys derived from `secrets`. */
export function createWebhookSecrets(secrets: Secrets): WebhookSecrets {
  const seals = createSeals(secrets, "webhook secret");
  return {
    sealedBy: seals.keyId,
    create: (endpointId) => {
      const secret = newWebhookSecret();
      return { secret, sealed: seals.seal(secret, endpointId) };
    },
    open: (sealed, endpointId) => seals.open(sealed, endpointId),
    reseal: (sealed, endpointId) => {
      const secret = seals.open(sealed, endpointId);
      return secret === null ? null : seals.seal(secret, endpointId);
    },
  };
}
