import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import type { Access } from "@/server/core/registry";

/**
 * Whether the dialog of a new thing is open: in the URL, as `?new=true`, so that it can be opened
 * from anywhere. Once the thing is created, its dialog stays open but is no longer in the URL, where
 * a reload would open an empty form. It also stays open if it is not allowed any more: its form then
 * says why, and what was typed is not lost.
 */
export function useNewInUrl(access: Access = "allowed") {
  const [isInUrl, setIsInUrl] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [isCreated, setIsCreated] = useState(false);
  const [wasAllowed, setWasAllowed] = useState(false);
  if (access === "allowed" && !wasAllowed) setWasAllowed(true);
  const end = async (isStillOpen: boolean) => {
    setIsCreated(isStillOpen);
    await setIsInUrl(null);
  };
  return {
    isNew: wasAllowed && (isInUrl || isCreated),
    open: () => void setIsInUrl(true),
    /** Resolves once it is not in the URL any more. */
    onCreated: () => end(true),
    close: () => void end(false),
  };
}
