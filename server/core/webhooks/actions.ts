import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

const OF_PARTNER = { roles: DEVELOPERS, announced: false, scope: "webhooks:write" } as const;

export const WEBHOOK_ENDPOINT_CREATED = action("webhook_endpoint.created", {
  ...OF_PARTNER,
  recentProof: true,
});

// Asks for a proof by itself if the URL is changed.
export const WEBHOOK_ENDPOINT_UPDATED = action("webhook_endpoint.updated", {
  ...OF_PARTNER,
});

export const WEBHOOK_ENDPOINT_ROTATED = action("webhook_endpoint.rotated", {
  ...OF_PARTNER,
  recentProof: true,
});

export const WEBHOOK_ENDPOINT_DELETED = action("webhook_endpoint.deleted", {
  ...OF_PARTNER,
  whileSuspended: true,
  whileTerminated: "everyone",
});

export const WEBHOOK_ENDPOINT_TESTED = action("webhook_endpoint.tested", {
  ...OF_PARTNER,
});

export const WEBHOOK_ENDPOINT_RESENT = action("webhook_endpoint.resent", {
  ...OF_PARTNER,
});

// Also the system's own: the endpoint returned 410, or keeps failing.
export const WEBHOOK_ENDPOINT_DISABLED = action("webhook_endpoint.disabled", {
  ...OF_PARTNER,
  whileSuspended: true,
  whileTerminated: "everyone",
});

const OF_PLATFORM = { ...OPERATORS_ONLY, platformScope: "webhooks:write" } as const;

export const PLATFORM_WEBHOOK_CREATED = action("platform_webhook.created", {
  ...OF_PLATFORM,
  recentProof: true,
});

export const PLATFORM_WEBHOOK_UPDATED = action("platform_webhook.updated", OF_PLATFORM);

export const PLATFORM_WEBHOOK_ROTATED = action("platform_webhook.rotated", {
  ...OF_PLATFORM,
  recentProof: true,
});

export const PLATFORM_WEBHOOK_DELETED = action("platform_webhook.deleted", OF_PLATFORM);
export const PLATFORM_WEBHOOK_TESTED = action("platform_webhook.tested", OF_PLATFORM);
export const PLATFORM_WEBHOOK_RESENT = action("platform_webhook.resent", OF_PLATFORM);
export const PLATFORM_WEBHOOK_DISABLED = action("platform_webhook.disabled", OF_PLATFORM);
