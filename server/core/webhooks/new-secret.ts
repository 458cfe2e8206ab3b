import { randomBytes } from "node:crypto";

/** Standard Webhooks 1.0 allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks 1.0 writes it. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
