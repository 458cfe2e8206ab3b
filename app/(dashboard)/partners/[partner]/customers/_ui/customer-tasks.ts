import { onDemand } from "@/app/_ui/load/on-demand";

/** The dialogs about a customer. Rarely used and heavy, so they are loaded on demand. */
export const CustomerTasks = onDemand({
  load: async () => (await import("./customer-dialogs")).CustomerDialogs,
  isOpen: ({ task }) => task !== null,
});
