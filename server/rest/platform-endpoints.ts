import type { Endpoint } from "./endpoint";
import { PLATFORM_KEY_ENDPOINTS } from "./platform/keys";

/** Every endpoint of the platform API. Documentation and the common tests use this list. */
export const PLATFORM_ENDPOINTS: readonly Endpoint[] = [...PLATFORM_KEY_ENDPOINTS];
