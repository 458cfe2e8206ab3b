import { SCOPES } from "../core/kernel/scopes";
import type { ApiDefinition } from "./definition";
import { ENDPOINTS } from "./endpoints";
import { ABOUT } from "./openapi-about";
import { BASE_PATH } from "./route";

/** The API that partners call with their keys: that of the specification. */
export const PARTNER_API: ApiDefinition = {
  keyType: "partner",
  basePath: BASE_PATH,
  endpoints: ENDPOINTS,
  title: "Reseller Partner API",
  about: ABOUT,
  scopes: SCOPES,
  documentFile: "openapi.json",
  hasWebhooks: true,
};
