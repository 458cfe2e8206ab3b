import { action, DEVELOPERS } from "../kernel/access";

export const ALERT_CREATED = action("alert.created", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
});

export const ALERT_UPDATED = action("alert.updated", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
});
export const ALERT_DELETED = action("alert.deleted", {
  roles: DEVELOPERS,
  whileSuspended: true,
  whileTerminated: "everyone",
  announced: false,
});
