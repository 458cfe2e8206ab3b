import { Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { IconAlertCircle, IconCircleCheckFilled } from "@/app/_ui/icons/icons";
import classes from "./arrival.module.css";

const ICONS = {
  waiting: <Loader size={14} color="currentColor" aria-hidden />,
  good: <IconCircleCheckFilled size={18} aria-hidden />,
  bad: <IconAlertCircle size={18} aria-hidden />,
};

/** A line that says whether a request has arrived. */
export function Arrival({ of, children }: { of: keyof typeof ICONS; children: ReactNode }) {
  return (
    <p role="status" className={classes.line} data-state={of}>
      {ICONS[of]}
      <span>{children}</span>
    </p>
  );
}
