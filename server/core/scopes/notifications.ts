import { KEY_HOLDERS, onEvent } from "../kernel/notification";
import { counted } from "../values/phrases";
import { SCOPE_EVENTS } from "./events";

export const SCOPE_NOTIFICATIONS = {
  "scope.removed": onEvent(SCOPE_EVENTS["scope.removed"], {
    group: "keys",
    readers: KEY_HOLDERS,
    severity: "warning",
    message: ({ subjectId, data, partner }) => ({
      subject: `The scope ${subjectId} was removed`,
      paragraphs: [
        `The platform team removed it. ${counted(data.count, "active API key")} of yours no longer ${data.count === 1 ? "has" : "have"} it: requests that need it return 403.`,
      ],
      facts: [["Scope", subjectId]],
      button: { label: "View API keys", path: `/partners/${partner.code}/api-keys` },
    }),
  }),
};
