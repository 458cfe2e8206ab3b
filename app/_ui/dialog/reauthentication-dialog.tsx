import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { challenges } from "@/app/_trpc/reauthentication";
import { onDemand } from "@/app/_ui/load/on-demand";
import { useShown } from "./subject-dialog";

// Rarely shown, so it is loaded on demand.
const ProofDialog = onDemand({
  load: async () => (await import("./proof-dialog")).ProofDialog,
  isOpen: ({ isOpen }) => isOpen,
  close: ({ settle }) => settle(false),
});

/**
 * Asks for a code or the password when an action requires recent authentication. It opens above the
 * action's own dialog. Mount it before all other dialogs: see closeOnEscape().
 */
export function ReauthenticationDialog() {
  const challenge = useSyncExternalStore(challenges.subscribe, challenges.current, () => null);
  const shown = useShown(challenge);
  useEffect(closeOnEscape, []);
  const page = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves the page gives up.
  useEffect(() => challenges.current()?.settle(false), [page]);
  if (!shown) return null;
  const { takesCode, settle } = shown;
  return <ProofDialog isOpen={challenge !== null} takesCode={takesCode} settle={settle} />;
}

/**
 * One press of Escape would close all open Mantine dialogs. This listener runs first and stops the
 * event.
 */
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
