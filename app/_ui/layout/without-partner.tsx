"use client";

import type { ReactNode } from "react";
import { OutsidePartner } from "@/app/_trpc/use-partner";

/** Its children ignore the partner in the URL, because it is unknown. */
export function WithoutPartner({ children }: { children: ReactNode }) {
  return <OutsidePartner value={true}>{children}</OutsidePartner>;
}
