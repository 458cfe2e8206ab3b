import type { Action } from "../access";
import type { OfOwner } from "./queries";

export type Verb = "created" | "updated" | "rotated" | "deleted" | "tested" | "resent" | "disabled";

/** The action, by whose endpoint it is: operators may only change the platform's own. */
export function actionOn({ partnerId }: OfOwner, verb: Verb): Action {
  return partnerId === null ? `platform_webhook.${verb}` : `webhook_endpoint.${verb}`;
}
