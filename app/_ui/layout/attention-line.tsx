import type { ReactNode } from "react";
import { IconArrowRight, type IconClock } from "@/app/_ui/icons/icons";
import classes from "./overview.module.css";
import { PageLink } from "./page-link";

type Props = {
  Icon: typeof IconClock;
  href: string;
  title: string;
  note: string;
  tone?: "bad" | undefined;
  /** At the end of the line. */
  children?: ReactNode;
};

/** A line of a list of what needs attention, with a link to where it is done. */
export function AttentionLine({ Icon, href, title, note, tone, children }: Props) {
  return (
    <div className={classes.item} data-tone={tone}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <PageLink href={href} className={classes.lead}>
          {title}
        </PageLink>
        <span className={classes.note} suppressHydrationWarning>
          {note}
        </span>
      </div>
      <span className={classes.amount}>{children}</span>
      <IconArrowRight size={16} stroke={1.6} aria-hidden className={classes.arrow} />
    </div>
  );
}
