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

/**
 * The new secret of a `SecretDialog`. If the user leaves the page before the response arrives, the
 * secret exists and nobody has seen it: they are told, because the list shows it like any other.
 */
export function useIssued<Issued extends { secret: Secret }>(lost: LostTexts) {
  const [issued, setIssued] = useState<Issued | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const reveal = (next: Issued) => {
    if (isGone.current) return leaveUncopied(next.secret, lost);
    setIssued(next);
  };
  return { issued, reveal, forget: () => setIssued(null) };
}

/** Wipes a secret that was not copied, and says what to do. */
export function leaveUncopied(secret: Secret, { left }: LostTexts): void {
  secret.wipe();
  toast({ ...left, stays: true });
}
