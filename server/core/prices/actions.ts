import { action, DEVELOPERS } from "../kernel/access";

export const PRICE_SET = action("price.set", {
  roles: DEVELOPERS,
  announced: false,
  scope: "prices:write",
});
