"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = Pick<AnchorProps, "size" | "c"> & { href: string; children: ReactNode };

/** A text link within the site, usable in server components. */
export function TextLink(props: Props) {
  return <Anchor component={Link} {...props} />;
}
