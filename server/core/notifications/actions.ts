import { action, OWN_ACCOUNT } from "../kernel/access";

export const NOTIFICATIONS_SET = action("user.notifications_set", OWN_ACCOUNT);
