import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { onDemand } from "@/app/_ui/load/on-demand";
import type { CustomerTask } from "./customer-dialogs";

// Rarely used and heavy, so it is loaded on demand.
const CustomerDialogs = onDemand({
  load: async () => (await import("./customer-dialogs")).CustomerDialogs,
  isOpen: ({ task }) => task !== null,
});

type Props = { task: CustomerTask | null; onClose: () => void };

/** The dialogs about a customer, once the first one is opened. */
export function CustomerTasks(props: Props) {
  const hasTask = useShown(props.task) !== null;
  return hasTask && <CustomerDialogs {...props} />;
}
