"use client";

import dynamic from "next/dynamic";
import { useEffect, useSyncExternalStore } from "react";
import { challenges } from "@/app/_trpc/reauthentication";
import { useShown } from "./subject-dialog";

// Few pages ever show it: it stays out of what each of them loads.
const ProofDialog = dynamic(() => import("./proof-dialog").then((module) => module.ProofDialog), {
  ssr: false,
});

/**
 * Asks for a code or the password where an action needs a recent one. It opens above the dialog of the
 * action, which goes on afterwards. Mount it before all other dialogs: see closeOnEscape().
 */
export function ReauthenticationDialog() {
  const challenge = useSyncExternalStore(challenges.subscribe, challenges.current, () => null);
  const shown = useShown(challenge);
  useEffect(closeOnEscape, []);
  if (!shown) return null;
  const { takesCode, settle } = shown;
  return <ProofDialog isOpen={challenge !== null} takesCode={takesCode} settle={settle} />;
}

/** Mantine's dialogs all close at one press of Escape: this listener is first, and stops the others. */
function closeOnEscape(): () => void {
  const cancel = (event: KeyboardEvent) => {
    const challenge = challenges.current();
    if (!challenge || event.key !== "Escape" || event.isComposing) return;
    event.stopImmediatePropagation();
    challenge.settle(false);
  };
  window.addEventListener("keydown", cancel, { capture: true });
  return () => window.removeEventListener("keydown", cancel, { capture: true });
}
