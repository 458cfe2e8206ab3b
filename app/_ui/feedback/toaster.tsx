"use client";

import { useNotifications } from "@mantine/notifications";
import dynamic from "next/dynamic";
import { useState } from "react";

const Toasts = dynamic(async () => (await import("./toasts")).Toasts, { ssr: false });

/** The place of notifications. Its code is loaded with the first one. */
export function Toaster() {
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setIsNeeded(true);
  return isNeeded && <Toasts />;
}
