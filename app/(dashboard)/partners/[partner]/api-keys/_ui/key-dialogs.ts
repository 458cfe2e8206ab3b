import { onDemand } from "@/app/_ui/load/on-demand";

// Rarely used and heavy, so they are loaded on demand.
export const IssueDialog = onDemand({
  load: async () => (await import("./issue-dialog")).IssueDialog,
  isOpen: ({ task }) => task !== null,
  close: ({ onClose }) => onClose(),
});
export const KeyLimitDialog = onDemand({
  load: async () => (await import("./key-limit-dialog")).KeyLimitDialog,
  isOpen: ({ subject }) => subject !== null,
  close: ({ onClose }) => onClose(),
});
export const RevokeDialog = onDemand({
  load: async () => (await import("./revoke-dialog")).RevokeDialog,
  isOpen: ({ keys }) => keys !== null,
  close: ({ onClose }) => onClose(),
});
