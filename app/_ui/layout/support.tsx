import { Anchor } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import { SupportEmail } from "./support-email";

/** A mail link to the platform's support; plain text without SUPPORT_EMAIL. */
export function Support({ children }: { children: ReactNode }) {
  const email = useContext(SupportEmail);
  if (email === null) return children;
  return (
    <Anchor href={`mailto:${email}`} inherit>
      {children}
    </Anchor>
  );
}
