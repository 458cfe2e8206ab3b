"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { PageLink } from "@/app/_ui/layout/page-link";

type Props = Pick<AnchorProps, "size" | "c"> & { href: string; children: ReactNode };

/** A text link within the site, usable in server components. */
export function TextLink(props: Props) {
  return <Anchor component={PageLink} {...props} />;
}
