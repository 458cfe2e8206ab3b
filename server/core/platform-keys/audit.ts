import type { AuditFacts, Sentences } from "../kernel/sentence";
import { loggedLimit } from "../keys/limits";
import { after, fromTo, listed, previously, quoted, time } from "../values/phrases";
import type * as actions from "./actions";

const key = ({ detail, name }: AuditFacts) => `the platform key ${quoted(detail.label ?? name)}`;

export const PLATFORM_KEY_SENTENCES: Sentences<typeof actions> = {
  "platform_key.issued": (event) =>
    `created ${key(event)}${after(" with the scopes ", listed(event.detail.scopes))}`,
  "platform_key.rotated": (event) => `rotated ${key(event)}`,
  "platform_key.limit_set": (event) =>
    `changed the limit of ${key(event)}${fromTo(loggedLimit(event.detail.before), loggedLimit(event.detail.after))}`,
  "platform_key.networks_set": (event) => {
    const [before, after] = [listed(event.detail.before), listed(event.detail.after)];
    if (!after) return `removed the address ranges of ${key(event)}${previously(before)}`;
    return `changed the address ranges of ${key(event)}${fromTo(before || null, after, "any address")}`;
  },
  "platform_key.revoked": (event) =>
    event.detail.planned === true
      ? `scheduled ${key(event)} to be revoked on ${time(event.detail.at)}`
      : `revoked ${key(event)}`,
};
