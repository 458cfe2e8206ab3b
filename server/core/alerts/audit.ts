import type { Sentences } from "../kernel/sentence";
import { fromTo, text } from "../values/phrases";
import type * as actions from "./actions";

export const ALERT_SENTENCES: Sentences<typeof actions> = {
  "alert.created": ({ detail }) => `created the alert “${text(detail.rule)}”`,
  "alert.updated": ({ detail }) =>
    `changed the threshold${fromTo(detail.before, detail.after)} of the alert “${text(detail.rule)}”`,
  "alert.deleted": ({ detail }) => `deleted the alert “${text(detail.rule)}”`,
};
