import { newId } from "../../core/kernel/ids";
import type { RecordedRequest } from "../../core/kernel/ports";

type Own = Pick<RecordedRequest, "partnerId"> & Partial<RecordedRequest>;

/** GET /me of a key, as the log gets it. */
export function recordedRequest(own: Own, at = new Date()): RecordedRequest {
  return {
    id: newId("request", at.getTime()),
    method: "GET",
    route: "/me",
    path: "/me",
    search: "",
    scopes: [],
    errorCode: null,
    issues: [],
    durationUs: 1,
    clientRequestId: null,
    perMinute: null,
    ...own,
  };
}
