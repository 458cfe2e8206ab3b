import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Only toaster.tsx imports it, on demand. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={5_000} limit={3} />;
}
