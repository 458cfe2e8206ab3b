"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = Pick<AnchorProps, "size" | "c"> & { href: string; children: ReactNode };

/** A link within the site, for pages that are rendered on the server too. */
export function TextLink(props: Props) {
  return <Anchor component={Link} {...props} />;
}
