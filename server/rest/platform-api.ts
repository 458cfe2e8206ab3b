import { PLATFORM_SCOPES } from "../core/kernel/scopes";
import type { ApiDefinition } from "./definition";
import { SHARED_CHAPTERS } from "./openapi-about";
import { PLATFORM_ENDPOINTS } from "./platform-endpoints";
import { PLATFORM_BASE_PATH } from "./route";

const ABOUT = `The API of the company's own systems. Authenticate each request with a platform key in the Authorization header: \`Authorization: Bearer psk_...\`. Operators create platform keys in the console, on the page Platform keys, and with \`latchkey platform-key issue\`. A partner's key is not accepted here, and a platform key not on the partners' API.

## Rate limits

A platform key can send 6,000 requests per minute, with bursts of 1,000. \`RateLimit-Policy\`, \`RateLimit\`, \`Retry-After\`, \`X-Client-Id\` and \`Prefer: wait\` are as on the partners' API, whose reference describes them. Verifying partners' keys does not count.

${SHARED_CHAPTERS}`;

/** The API that the company's own systems call with platform keys. */
export const PLATFORM_API: ApiDefinition = {
  keyType: "platform",
  basePath: PLATFORM_BASE_PATH,
  endpoints: PLATFORM_ENDPOINTS,
  title: "Platform API",
  about: ABOUT,
  scopes: PLATFORM_SCOPES,
  documentFile: "openapi-platform.json",
  hasWebhooks: false,
};
