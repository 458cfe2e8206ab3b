import { action, DEVELOPERS, OPERATORS_ONLY } from "../kernel/access";

export const LIMIT_REQUEST_OPENED = action("limit_request.opened", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
});

export const LIMIT_REQUEST_APPROVED = action("limit_request.approved", {
  ...OPERATORS_ONLY,
  announced: true,
  narrows: true,
});

export const LIMIT_REQUEST_DECLINED = action("limit_request.declined", OPERATORS_ONLY);
