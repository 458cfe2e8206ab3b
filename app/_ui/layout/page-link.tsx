"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";
import { createPortal } from "react-dom";
import classes from "./page-link.module.css";

/** A link to another page of the site. It is marked from the click until the page is shown. */
export function PageLink({ children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link {...props}>
      {children}
      <Progress />
    </Link>
  );
}

/** Marks the link that contains it, and shows a bar at the top of the page. */
function Progress() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <>
      <span data-pending hidden />
      {createPortal(
        <div role="progressbar" aria-label="Loading page" className={classes.bar} />,
        document.body,
      )}
    </>
  );
}
