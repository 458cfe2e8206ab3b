"use client";

import { Anchor } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";

const SupportEmail = createContext<string | null>(null);

/** Provides the setting SUPPORT_EMAIL; null if it is not set. */
export function SupportProvider(props: { email: string | null; children: ReactNode }) {
  return <SupportEmail value={props.email}>{props.children}</SupportEmail>;
}

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
