import type { ReadDb } from "../kernel/actor";
import {
  KEY_HOLDERS,
  type NotificationType,
  ONLY_OPERATORS,
  onEvent,
} from "../kernel/notification";
import { LEAK_EVENTS } from "./events";
import { LEAKED_NOTE, LEAKED_READ_ONLY_NOTE, leakedTitle, platformKeyLeakedTitle } from "./titles";

const REVOKED = "and the platform has revoked it. Requests that use it now return 401";

/** Whether the key's partner is suspended or terminated. */
async function readPartner(db: ReadDb, { subjectId: id }: { subjectId: string }) {
  const where = { id, partner: { status: "suspended" } } as const;
  return { isReadOnly: (await db.apiKey.count({ where })) > 0 };
}

/** Says what happened to a leaked key, and what is left to do. */
function leakedText({ isRevoked, isReadOnly }: { isRevoked: boolean; isReadOnly: boolean }) {
  if (!isRevoked) {
    return `It was found in public. ${isReadOnly ? LEAKED_READ_ONLY_NOTE : LEAKED_NOTE}`;
  }
  const next = isReadOnly ? "" : ": create a new key and update your integration";
  return `It was found in public, ${REVOKED}${next}.`;
}

export const LEAK_NOTIFICATIONS = {
  "key.leaked": onEvent(LEAK_EVENTS["key.leaked"], {
    group: "security",
    readers: [...KEY_HOLDERS, "operator"],
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM api_keys AS key WHERE key.id = notification.subject_id
      AND key.leaked_at IS NOT NULL AND key.end_told_at IS NULL)`,
    lookUp: readPartner,
    message: ({ data, details, subjectId, partner }) => ({
      subject: leakedTitle(data.label),
      paragraphs: [leakedText({ isRevoked: data.revoked, isReadOnly: details.isReadOnly })],
      facts: [
        ["Name", data.label],
        ["Key ID", subjectId],
        ["Partner", partner.name],
        ["Found in", data.source],
        ...(data.url === null ? [] : [["URL", data.url] as [string, string]]),
      ],
      button: { label: "View key", path: `/partners/${partner.code}/api-keys/${subjectId}` },
    }),
  }),
  "platform_key.leaked": {
    follows: null,
    group: "security",
    readers: ONLY_OPERATORS,
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM platform_keys AS key WHERE key.id = notification.subject_id
      AND key.leaked_at IS NOT NULL AND (key.revoked_at IS NULL OR key.revoked_at > now()))`,
    message: ({ data, subjectId }) => {
      const { label, source, url, outcome } = data as PlatformKeyLeaked;
      return {
        subject: platformKeyLeakedTitle(label),
        paragraphs: [
          outcome === "revoked"
            ? "It was found in public and revoked. Requests that use it now return 401: create a new key and update your system."
            : `It was found in public. ${LEAKED_NOTE}`,
        ],
        facts: [
          ["Name", label],
          ["Key ID", subjectId],
          ["Found in", source],
          ...(url === null ? [] : [["URL", url] as [string, string]]),
        ],
        button: { label: "View platform keys", path: "/operator/platform-keys" },
      };
    },
  } satisfies NotificationType,
};

type PlatformKeyLeaked = {
  label: string;
  source: string;
  url: string | null;
  outcome: "active" | "revoked";
};
