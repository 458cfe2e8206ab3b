import { action, DEVELOPERS } from "../kernel/access";

export const PRICE_SET = action("price.set", {
  roles: DEVELOPERS,
  whileSuspended: false,
  announced: false,
  scope: "prices:write",
});
