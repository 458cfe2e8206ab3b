import { ERRORS, type ErrorCode } from "@/server/core/kernel/errors";
import { ENDPOINTS } from "@/server/rest/endpoints";
import { errorCodes } from "@/server/rest/openapi-operation";

/** The options of the log's filters. */
export type LogChoices = {
  /** All routes: "GET /accounts". */
  routes: readonly string[];
  /** Their labels begin with the status. */
  codes: readonly { value: ErrorCode; label: string }[];
};

// Requests without a valid key belong to no partner, so they are in nobody's log.
const UNLOGGED: readonly ErrorCode[] = ["missing_api_key", "malformed_api_key", "invalid_api_key"];

/**
 * Import on the server only: the endpoints pull in their schemas and the error catalogue, which are
 * large.
 */
export const LOG_CHOICES: LogChoices = {
  // Without the OpenAPI document itself: it needs no key, so it is in nobody's log.
  routes: ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
  codes: [...new Set(ENDPOINTS.flatMap((endpoint) => [...errorCodes(endpoint)]))]
    .filter((code) => !UNLOGGED.includes(code))
    .sort((one, other) => ERRORS[one].status - ERRORS[other].status)
    .map((value) => ({ value, label: `${ERRORS[value].status} ${value}` })),
};
