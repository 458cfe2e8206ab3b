import { onDemand } from "@/app/_ui/load/on-demand";

// Rarely used and heavy, so they are loaded on demand.
export const RenameDialog = onDemand({
  load: async () => (await import("./rename-dialog")).RenameDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const ExpiryDialog = onDemand({
  load: async () => (await import("./expiry-dialog")).ExpiryDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const NetworksDialog = onDemand({
  load: async () => (await import("./networks-dialog")).NetworksDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const ScopesDialog = onDemand({
  load: async () => (await import("./scopes-dialog")).ScopesDialog,
  isOpen: ({ subject }) => subject !== null,
});
