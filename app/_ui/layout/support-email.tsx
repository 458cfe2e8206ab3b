"use client";

import { createContext, type ReactNode } from "react";

export const SupportEmail = createContext<string | null>(null);

/** Provides the setting SUPPORT_EMAIL; null if it is not set. */
export function SupportProvider(props: { email: string | null; children: ReactNode }) {
  return <SupportEmail value={props.email}>{props.children}</SupportEmail>;
}
