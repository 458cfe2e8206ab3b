"use client";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { ConnectionBanner } from "./connection-banner";
import { cssVariables, theme } from "./theme";

declare global {
  interface Window {
    /** Where libraries that make style elements of their own look for the nonce. */
    __webpack_nonce__?: string;
  }
}

/** What every page stands on. `nonce` is the one of the page's Content-Security-Policy. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  // A later render may bring another nonce, but the document keeps the policy that it came with.
  const [own] = useState(() => {
    if (typeof window !== "undefined") window.__webpack_nonce__ = nonce;
    return nonce;
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => own}
    >
      <TrpcProvider>
        <ConnectionBanner />
        {children}
      </TrpcProvider>
      <Notifications position="bottom-right" autoClose={5_000} limit={3} />
    </MantineProvider>
  );
}
