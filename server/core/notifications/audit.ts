import type { Sentences } from "../kernel/sentence";
import { changes } from "../values/phrases";
import type * as actions from "./actions";
import { GROUP_LABELS } from "./schema";

export const NOTIFICATION_SENTENCES: Sentences<typeof actions> = {
  "user.notifications_set": ({ detail }) => {
    const labels = Object.fromEntries(
      Object.entries(GROUP_LABELS).map(([group, label]) => [group, `emails about ${label}`]),
    );
    return `changed ${changes(detail, labels) || "which emails they get"}`;
  },
};
