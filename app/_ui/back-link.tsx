"use client";

import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";
import classes from "./back-link.module.css";

/** From a thing back to the list of them. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className={classes.link}>
      <IconArrowLeft size={16} stroke={1.6} aria-hidden />
      {label}
    </Link>
  );
}
