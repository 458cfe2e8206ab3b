"use client";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { ConnectionBanner } from "@/app/_ui/feedback/connection-banner";
import { LocaleProvider } from "@/app/_ui/format/locale";
import { cssVariables, theme } from "./theme";

declare global {
  interface Window {
    /** Libraries that create style elements look for the nonce here. */
    __webpack_nonce__?: string;
  }
}

type Props = {
  /** The nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** The user's language, for numbers and money. */
  locale: string;
  children: ReactNode;
};

export function Providers({ nonce, locale, children }: Props) {
  // A later render may pass another nonce, but the document keeps its original policy.
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
      <LocaleProvider locale={locale}>
        <TrpcProvider>
          <ConnectionBanner />
          <NuqsAdapter>{children}</NuqsAdapter>
        </TrpcProvider>
      </LocaleProvider>
      <Notifications position="bottom-right" autoClose={5_000} limit={3} />
    </MantineProvider>
  );
}
