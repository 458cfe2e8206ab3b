"use client";

import { type ReactNode, useEffect } from "react";
import { useViewing } from "./client";

type Props = {
  /** Through whose eyes the server has rendered what is within; null: the reader's own. */
  partner: string | null;
  children: ReactNode;
};

/**
 * Keeps what one partner sees out of the frame of another. The frame stays while the browser goes from
 * page to page; in another tab the operator may have begun to look at someone else, or have left.
 */
export function SeenAs({ partner, children }: Props) {
  const isOther = useViewing() !== partner;
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  return isOther ? null : children;
}
