import { signOut } from "next-auth/react";
import { useState } from "react";
import { connection } from "@/app/_trpc/connection";
import { KEPT_DRAFTS } from "@/app/_trpc/drafts";
import { forgetUser } from "@/app/_trpc/use-same-user";

/** Ends the browser's session, if there is one. Throws if the server can't be reached. */
export async function endSession(): Promise<void> {
  await signOut({ redirect: false });
  forgetSession();
}

/** To be called once the session has ended, for good: the browser's other tabs follow. */
function forgetSession(): void {
  sessionStorage.removeItem(KEPT_DRAFTS);
  forgetUser();
}

/** Leaves for the sign-in page once the user has signed out everywhere. */
export function leaveSignedOut(): void {
  forgetSession();
  // A full page load, so that nothing of this session stays in memory.
  window.location.assign("/sign-in");
}

/** Signs the user out, with whether that is in progress. */
export function useSignOut(): [() => void, boolean] {
  const [isLeaving, setIsLeaving] = useState(false);
  async function leave() {
    setIsLeaving(true);
    try {
      await signOut({ redirect: false });
      leaveSignedOut();
    } catch {
      connection.set(false);
      setIsLeaving(false);
    }
  }
  return [() => void leave(), isLeaving];
}
