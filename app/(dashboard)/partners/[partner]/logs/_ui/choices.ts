import { ERRORS, type ErrorCode } from "@/server/core/errors";
import { ENDPOINTS } from "@/server/rest/endpoints";
import { errorCodes } from "@/server/rest/openapi-operation";

/** What the log can be narrowed down to: what there is to call, and what can be answered. */
export type LogChoices = {
  /** Every method and path that there is: "GET /accounts". */
  routes: readonly string[];
  codes: readonly ErrorCode[];
};

// Who sent no key of anyone's is in nobody's log.
const UNLOGGED: readonly ErrorCode[] = ["missing_api_key", "malformed_api_key", "invalid_api_key"];

/** For the server alone: the endpoints know their schemas, which are much to carry. */
export const LOG_CHOICES: LogChoices = {
  // Without the document itself: it needs no key, so nobody's log has it.
  routes: ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
  codes: [...new Set(ENDPOINTS.flatMap((endpoint) => [...errorCodes(endpoint)]))]
    .filter((code) => !UNLOGGED.includes(code))
    .sort((one, other) => ERRORS[one].status - ERRORS[other].status),
};
