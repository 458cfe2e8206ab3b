import { action, DEVELOPERS } from "../kernel/access";

const EDIT = { roles: DEVELOPERS, announced: false } as const;

export const ALERT_CREATED = action("alert.created", EDIT);
export const ALERT_UPDATED = action("alert.updated", EDIT);
export const ALERT_DELETED = action("alert.deleted", {
  roles: DEVELOPERS,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
});
