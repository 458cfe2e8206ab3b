import type { Action } from "../kernel/access";
import * as actions from "./actions";
import type { OfOwner } from "./queries";

const BY_VERB = {
  created: [actions.PLATFORM_WEBHOOK_CREATED, actions.WEBHOOK_ENDPOINT_CREATED],
  updated: [actions.PLATFORM_WEBHOOK_UPDATED, actions.WEBHOOK_ENDPOINT_UPDATED],
  rotated: [actions.PLATFORM_WEBHOOK_ROTATED, actions.WEBHOOK_ENDPOINT_ROTATED],
  deleted: [actions.PLATFORM_WEBHOOK_DELETED, actions.WEBHOOK_ENDPOINT_DELETED],
  tested: [actions.PLATFORM_WEBHOOK_TESTED, actions.WEBHOOK_ENDPOINT_TESTED],
  resent: [actions.PLATFORM_WEBHOOK_RESENT, actions.WEBHOOK_ENDPOINT_RESENT],
  disabled: [actions.PLATFORM_WEBHOOK_DISABLED, actions.WEBHOOK_ENDPOINT_DISABLED],
} as const;

export type Verb = keyof typeof BY_VERB;

/** The action for this owner's endpoints: operators may only change the platform's own. */
export function actionOn({ partnerId }: OfOwner, verb: Verb): Action {
  const [ofPlatform, ofPartner] = BY_VERB[verb];
  return partnerId === null ? ofPlatform : ofPartner;
}
