import { onDemand } from "@/app/_ui/load/on-demand";

// Rarely used and heavy, so they are loaded on demand.
export const PayoutTaskDialogs = onDemand({
  load: async () => (await import("./payout-task-dialogs")).PayoutTaskDialogs,
  isOpen: ({ task }) => task !== null,
});
