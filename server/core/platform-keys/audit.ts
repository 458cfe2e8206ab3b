import type { AuditFacts, Sentences } from "../kernel/sentence";
import { after, listed, quoted, time } from "../values/phrases";
import type * as actions from "./actions";

const key = ({ detail, name }: AuditFacts) => `the platform key ${quoted(detail.label ?? name)}`;

export const PLATFORM_KEY_SENTENCES: Sentences<typeof actions> = {
  "platform_key.issued": (event) =>
    `created ${key(event)}${after(" with the scopes ", listed(event.detail.scopes))}`,
  "platform_key.rotated": (event) => `rotated ${key(event)}`,
  "platform_key.revoked": (event) =>
    event.detail.planned === true
      ? `scheduled ${key(event)} to be revoked on ${time(event.detail.at)}`
      : `revoked ${key(event)}`,
};
