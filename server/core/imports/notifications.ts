import type { NotificationType } from "../kernel/notification";
import { ONLY_OPERATORS } from "../kernel/notification";
import { count, counted } from "../values/phrases";

/** An import that took less has somebody waiting for it. */
export const LONG_IMPORT_MS = 60_000;

type Finished = {
  kind: string;
  partner: string | null;
  imported: number;
  existing: number;
  rejected: number;
};

export const IMPORT_NOTIFICATIONS = {
  "import.finished": {
    follows: null,
    group: "imports",
    readers: ONLY_OPERATORS,
    severity: "info",
    message: ({ data, subjectId }) => {
      const { kind, partner, imported, existing, rejected } = data as Finished;
      const errors = rejected === 0 ? "" : ` with ${counted(rejected, "error")}`;
      return {
        subject: `Import of ${kind} finished${errors}`,
        paragraphs: [`${counted(imported, "new row")} imported.`],
        facts: [
          ...(partner ? [["Partner", partner] as [string, string]] : []),
          ["Imported", count(imported)],
          ["Already existed", count(existing)],
          ["Errors", count(rejected)],
        ],
        button: { label: "View import", path: `/operator/imports/${subjectId}` },
      };
    },
  },
} satisfies Record<string, NotificationType>;
