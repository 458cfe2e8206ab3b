import { useEffect, useRef, useState } from "react";
import type { Secret } from "@/app/_ui/auth/secret";
import { toast } from "@/app/_ui/feedback/toast";

/** The texts about a secret that can't be shown again. */
export type LostTexts = {
  /** The button that copies it. */
  copy: string;
  /** The warning before its dialog is closed. */
  warning: string;
  /** The notice after the user has left its dialog without copying it. */
  left: { title: string; message: string };
};

/** For keys of partners and of the platform. */
export const LOST_KEY: LostTexts = {
  copy: "Copy key",
  warning:
    "You won't be able to see this key again. If you lose it, you'll need to create a new one.",
  left: {
    title: "New key not copied",
    message:
      "You left before copying it, and it can't be shown again. It is active: if you don't have it, revoke it and create another one.",
  },
};

type Left = Pick<LostTexts, "left">;

export const LOST_LINK: Left = {
  left: {
    title: "New link not copied",
    message:
      "You left before copying it, and it can't be shown again. If you don't have it, create another one.",
  },
};

/**
 * The new secret of a dialog. If the user leaves the page before the response arrives, the secret
 * exists and nobody has seen it: they are told, because the list shows it like any other. One that
 * is also mailed is not lost.
 */
export function useIssued<Issued extends { secret: Secret; isMailed?: boolean }>(lost: Left) {
  const [issued, setIssued] = useState<Issued | null>(null);
  const isGone = useIsGone();
  const reveal = (next: Issued) => {
    if (!isGone()) setIssued(next);
    else if (next.isMailed) next.secret.wipe();
    else leaveUncopied(next.secret, lost);
  };
  return { issued, reveal, forget: () => setIssued(null) };
}

/** Returns a function that says whether the component is gone: the user has left its page. */
export function useIsGone(): () => boolean {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
}

/** Wipes a secret that was not copied, and says what to do. */
export function leaveUncopied(secret: Secret, { left }: Left): void {
  secret.wipe();
  toast({ ...left, stays: true });
}

/**
 * Reports a secret that was not kept when its dialog goes. Leaving the page by the back button closes
 * a dialog without a confirmation.
 */
export function useLeftByHistory(secret: Secret | undefined, lost: Left, isKept: boolean): void {
  const latest = useRef({ lost, isKept });
  useEffect(() => {
    latest.current = { lost, isKept };
  });
  useEffect(() => {
    // Closing the dialog has wiped it already.
    return () => {
      if (!secret || secret.read() === "") return;
      if (latest.current.isKept) secret.wipe();
      else leaveUncopied(secret, latest.current.lost);
    };
  }, [secret]);
}
