import { KEY_HOLDERS, onEvent } from "../kernel/notification";
import { LEAK_EVENTS } from "./events";
import { LEAKED_NOTE, leakedTitle } from "./titles";

export const LEAK_NOTIFICATIONS = {
  "key.leaked": onEvent(LEAK_EVENTS["key.leaked"], {
    group: "security",
    readers: [...KEY_HOLDERS, "operator"],
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM api_keys AS key WHERE key.id = notification.subject_id
      AND key.leaked_at IS NOT NULL AND key.end_told_at IS NULL)`,
    message: ({ data, subjectId, partner }) => ({
      subject: leakedTitle(data.label),
      paragraphs: [
        data.revoked
          ? "It was found in public, and the platform has revoked it. Requests that use it now return 401: create a new key and update your integration."
          : `It was found in public. ${LEAKED_NOTE}`,
      ],
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
};
