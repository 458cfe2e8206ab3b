import type { AuditFacts, Sentences } from "../kernel/sentence";
import { after, fromTo, listed, previously, quoted, time } from "../values/phrases";
import type * as actions from "./actions";
import { loggedLimit } from "./limits";

const key = ({ detail, name }: AuditFacts) => `the API key ${quoted(detail.label ?? name)}`;

export const KEY_SENTENCES: Sentences<typeof actions> = {
  "key.issued": (event) =>
    `created ${key(event)}${after(" with the scopes ", listed(event.detail.scopes))}`,
  "key.rotated": (event) => `rotated ${key(event)}`,
  "key.revoked": (event) =>
    event.detail.planned === true
      ? `scheduled ${key(event)} to be revoked on ${time(event.detail.at)}`
      : `revoked ${key(event)}`,
  "key.renamed": ({ detail }) =>
    `renamed the API key ${quoted(detail.before)} to ${quoted(detail.after)}`,
  "key.expiry_set": (event) => {
    const [before, to] = [event.detail.before, event.detail.after];
    if (to === null) return `removed the expiration of ${key(event)}${previously(time(before))}`;
    return `changed the expiration of ${key(event)}${fromTo(before === null ? null : time(before), time(to), "never")}`;
  },
  "key.narrowed": (event) => scopes(event),
  "key.widened": (event) => scopes(event),
  "key.networks_narrowed": (event) => networks(event),
  "key.networks_widened": (event) => networks(event),
  "key.limit_set": (event) =>
    `changed the limit of ${key(event)}${fromTo(loggedLimit(event.detail.before), loggedLimit(event.detail.after))}`,
};

function networks(event: AuditFacts): string {
  const [before, after] = [listed(event.detail.before), listed(event.detail.after)];
  if (!after) return `removed the address ranges of ${key(event)}${previously(before)}`;
  return `changed the address ranges of ${key(event)}${fromTo(before || null, after, "any address")}`;
}

function scopes(event: AuditFacts): string {
  const { added, removed } = event.detail;
  const parts = [
    ...(listed(removed) ? [`removed ${listed(removed)} from`] : []),
    ...(listed(added) ? [`added ${listed(added)} to`] : []),
  ];
  return `${parts.join(" and ") || "changed the scopes of"} ${key(event)}`;
}
