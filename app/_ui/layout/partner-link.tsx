"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { usePartnerPath } from "@/app/_trpc/use-partner";
import { PageLink } from "@/app/_ui/layout/page-link";
import { BackLink } from "./page-header";

/** A path within the current partner: "/logs" becomes "/partners/acme/logs". */
type Target = { path: string; children: ReactNode };

/** An unstyled link to a page of the same partner. */
export function PartnerLink({ path, ...props }: Target & { className?: string | undefined }) {
  const pathOf = usePartnerPath();
  return <PageLink href={pathOf(path)} suppressHydrationWarning {...props} />;
}

/** A text link to a page of the same partner. */
export function PartnerTextLink({ path, ...props }: Target & Pick<AnchorProps, "size">) {
  const pathOf = usePartnerPath();
  return <Anchor component={PageLink} href={pathOf(path)} {...props} />;
}

/** A link back to a list of the same partner. */
export function PartnerBackLink({ path, label }: { path: string; label: string }) {
  const pathOf = usePartnerPath();
  return <BackLink href={pathOf(path)} label={label} />;
}
