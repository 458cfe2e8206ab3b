"use client";

import { useFormats } from "./locale";
import { TimeTip } from "./time-tip";
import { useHydrated } from "./use-hydrated";

/** A moment as day and time of the reader's zone; in a list `isExact` to the second, without the year. */
export function DateTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const { moment, exactMoment } = useFormats();
  // The server does not know the reader's zone: until the page has taken over it is UTC.
  const zone = useHydrated() ? undefined : "UTC";
  return <TimeTip at={at}>{(isExact ? exactMoment : moment)(at, zone)}</TimeTip>;
}
