import { onDemand } from "@/app/_ui/load/on-demand";

// Rarely used and heavy, so they are loaded on demand.
export const IssueDialog = onDemand({
  load: async () => (await import("./issue-dialog")).IssueDialog,
  isOpen: ({ task }) => task !== null,
});
export const KeyLimitDialog = onDemand({
  load: async () => (await import("./key-limit-dialog")).KeyLimitDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const RevokeDialog = onDemand({
  load: async () => (await import("./revoke-dialog")).RevokeDialog,
  isOpen: ({ subject }) => subject !== null,
});
