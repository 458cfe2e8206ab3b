"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { usePartnerPath } from "@/app/_trpc/use-partner";
import { BackLink } from "./page-header";

/** Where a link leads, within the partner of the page: "/logs" is "/partners/acme/logs". */
type Target = { path: string; children: ReactNode };

/** A link to a page of the same partner, without a style of its own. */
export function PartnerLink({ path, ...props }: Target & { className?: string | undefined }) {
  const pathOf = usePartnerPath();
  return <Link href={pathOf(path)} suppressHydrationWarning {...props} />;
}

/** The same within a text. */
export function PartnerTextLink({ path, ...props }: Target & Pick<AnchorProps, "size">) {
  const pathOf = usePartnerPath();
  return <Anchor component={Link} href={pathOf(path)} {...props} />;
}

/** Back to a list of the same partner. */
export function PartnerBackLink({ path, label }: { path: string; label: string }) {
  const pathOf = usePartnerPath();
  return <BackLink href={pathOf(path)} label={label} />;
}
