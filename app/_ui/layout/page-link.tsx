"use client";

import Link, { useLinkStatus } from "next/link";
import { type ComponentProps, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./page-link.module.css";

/**
 * A link to another page of the site. It is marked from the click until the page is shown. Its page
 * is prefetched when the pointer or the focus reaches the link: all links at once would be dozens of
 * requests for each page.
 */
export function PageLink({
  children,
  onPointerEnter,
  onFocus,
  ...props
}: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setIsNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsNear(true);
        onFocus?.(event);
      }}
    >
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
