import { useNotifications } from "@mantine/notifications";
import { useState } from "react";
import { onDemand } from "@/app/_ui/load/on-demand";

const Toasts = onDemand({ load: async () => (await import("./toasts")).Toasts });

/** The place of notifications. Its code is loaded with the first one. */
export function Toaster() {
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setIsNeeded(true);
  return isNeeded && <Toasts />;
}
