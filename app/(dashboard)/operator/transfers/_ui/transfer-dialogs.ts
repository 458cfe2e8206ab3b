import { onDemand } from "@/app/_ui/load/on-demand";

// Rarely used and heavy, so they are loaded on demand.
export const CreateDialog = onDemand({
  load: async () => (await import("./create-dialog")).CreateDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const IssuerDialog = onDemand({
  load: async () => (await import("./issuer-dialog")).IssuerDialog,
  isOpen: ({ subject }) => subject !== null,
});
export const TransferTaskDialogs = onDemand({
  load: async () => (await import("./transfer-task-dialogs")).TransferTaskDialogs,
  isOpen: ({ task }) => task !== null,
});
