"use client";

import type { ReactNode } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { useHydrated } from "@/app/_ui/format/use-now";

/** Renders its children with read-only access as this partner. */
export function AsPartner({ partnerId, children }: { partnerId: string; children: ReactNode }) {
  // The server renders the console's pages as the operator, so these requests are the browser's.
  if (!useHydrated()) return <LoadingRows what="the partner's" />;
  return (
    <TrpcProvider key={partnerId} viewing={partnerId}>
      {children}
    </TrpcProvider>
  );
}
