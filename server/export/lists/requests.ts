import { listRequests } from "../../core/requests/queries";
import { RequestFilter } from "../../core/requests/schema";
import { countUnlisted } from "../../core/requests/unlisted";
import { unlistedText } from "../../core/requests/view";
import { partnerExport } from "../export";

export const requests = partnerExport({
  query: RequestFilter,
  read: ({ ctx, partnerId }, query) => listRequests(ctx, { partnerId, ...query }),
  footer: async ({ ctx, partnerId }, query) =>
    unlistedText(await countUnlisted(ctx, { partnerId, ...query })),
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at.toISOString(),
    key_id: ({ key }) => key.id,
    key: ({ key }) => key.label,
    api: ({ api }) => api,
    method: ({ method }) => method,
    route: ({ route }) => route,
    path: ({ path }) => path,
    query_parameters: ({ query }) => query.join(" ") || null,
    status: ({ status }) => status,
    error_code: ({ errorCode }) => errorCode,
    error_message: ({ errorMessage }) => errorMessage,
    duration_ms: ({ durationMs }) => durationMs,
    address: ({ address }) => address,
    client_request_id: ({ clientRequestId }) => clientRequestId,
    per_minute: ({ perMinute }) => perMinute,
  },
});
