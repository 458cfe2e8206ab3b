import "server-only";
import type { ReactNode } from "react";
import { SessionData } from "./session-data";
import { Shell } from "./shell";

/** Renders the shell. The caller must have checked that a user is signed in. */
export function SignedIn({ children }: { children: ReactNode }) {
  return (
    <SessionData>
      <Shell>{children}</Shell>
    </SessionData>
  );
}
