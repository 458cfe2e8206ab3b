import { action, OWN_ACCOUNT } from "../kernel/access";

export const LIST_EXPORTED = action("list.exported", OWN_ACCOUNT);
