"use client";

import { MantineProvider } from "@mantine/core";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { ConnectionBanner } from "@/app/_ui/feedback/connection-banner";
import { ReleaseBanner } from "@/app/_ui/feedback/release-banner";
import { Toaster } from "@/app/_ui/feedback/toaster";
import { theme } from "./theme";

declare global {
  interface Window {
    /** The nonce of the document's policy; set by head-script.ts. */
    __webpack_nonce__?: string;
  }
}

type Props = {
  /** The nonce of the request's Content-Security-Policy. */
  nonce: string;
  children: ReactNode;
};

export function Providers({ nonce, children }: Props) {
  // After a navigation the request's nonce is another one, but the document keeps its policy. Next
  // sends some error pages without the head's script.
  const [own] = useState(() => {
    if (typeof window === "undefined") return nonce;
    window.__webpack_nonce__ ??= nonce;
    return window.__webpack_nonce__;
  });
  return (
    <MantineProvider
      theme={theme}
      // theme.css has them.
      withCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={() => own}
    >
      <TrpcProvider>
        <ConnectionBanner />
        <ReleaseBanner />
        <NuqsAdapter>{children}</NuqsAdapter>
      </TrpcProvider>
      <Toaster />
    </MantineProvider>
  );
}
