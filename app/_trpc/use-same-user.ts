import { useEffect, useState } from "react";
import { signInPath } from "@/app/_ui/auth/safe-path";
import { bindCalls } from "./links";
import { reportSessionEnd } from "./session-end";
import { useMe } from "./use-me";

/** Where the tabs of a browser read who is signed in. */
const SIGNED_IN = "latchkey-user";
/** Where a tab keeps, over the reload, that it showed another user. */
const REPLACED = "latchkey-replaced";

/**
 * Follows at once when another tab signs out, or signs in as somebody else. The tabs of a browser
 * share the session: until it read something, this one would show the former user. It never acts as
 * the next one, whose first page may not be loaded yet.
 */
export function useSameUser(): void {
  const { id, email } = useMe().user;
  const [shown] = useState(id);
  useEffect(() => {
    if (id !== shown) return leave(id);
    bindCalls(id);
    store(id);
    // The browser keeps nothing.
    if (stored() !== id) return;
    const check = () => {
      const now = stored();
      if (now !== id) leave(now);
    };
    // A page that "back" shows again has missed the events.
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && check();
    window.addEventListener("storage", check);
    window.addEventListener("pageshow", shownAgain);
    return () => {
      window.removeEventListener("storage", check);
      window.removeEventListener("pageshow", shownAgain);
    };
  }, [id, shown]);
  useEffect(() => {
    if (takeReplaced()) void reportReplaced(email);
  }, [email]);
}

async function reportReplaced(email: string): Promise<void> {
  const { toast } = await import("@/app/_ui/feedback/toast");
  toast({
    title: `Signed in as ${email}`,
    message: "This happened in another tab. Anything you hadn't saved in this tab was discarded.",
    stays: true,
  });
}

/** To be called once the user has signed out. */
export function forgetUser(): void {
  try {
    localStorage.removeItem(SIGNED_IN);
  } catch {
    // Turned off by the user.
  }
}

function store(id: string): void {
  try {
    if (localStorage.getItem(SIGNED_IN) !== id) localStorage.setItem(SIGNED_IN, id);
  } catch {
    // Full, or turned off by the user.
  }
}

/** Null if nobody is signed in, or if the browser keeps nothing. */
function stored(): string | null {
  try {
    return localStorage.getItem(SIGNED_IN);
  } catch {
    return null;
  }
}

/** With a full page load, so that nothing of the former session stays in memory. */
function leave(next: string | null): void {
  reportSessionEnd();
  const { pathname, search, hash } = window.location;
  if (next === null) window.location.assign(signInPath(pathname + search + hash, "signed-out"));
  else {
    keepReplaced();
    window.location.reload();
  }
}

function keepReplaced(): void {
  try {
    sessionStorage.setItem(REPLACED, "true");
  } catch {
    // Full, or turned off by the user.
  }
}

function takeReplaced(): boolean {
  try {
    const isReplaced = sessionStorage.getItem(REPLACED) !== null;
    sessionStorage.removeItem(REPLACED);
    return isReplaced;
  } catch {
    return false;
  }
}
