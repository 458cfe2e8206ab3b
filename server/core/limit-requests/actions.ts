import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

export const LIMIT_REQUEST_OPENED = action("limit_request.opened", {
  roles: DEVELOPERS,
  announced: false,
});

export const LIMIT_REQUEST_APPROVED = action("limit_request.approved", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
  platformScope: "limit_requests:write",
});

export const LIMIT_REQUEST_DECLINED = action("limit_request.declined", {
  ...OPERATORS_ONLY,
  whileTerminated: "company",
  platformScope: "limit_requests:write",
});
