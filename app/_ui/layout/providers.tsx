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
    /** Where libraries that make style elements of their own look for the nonce. */
    __webpack_nonce__?: string;
  }
}

type Props = {
  /** The one of the page's Content-Security-Policy. */
  nonce: string;
  /** The reader's language, for numbers and money. */
  locale: string;
  children: ReactNode;
};

/** What every page stands on. */
export function Providers({ nonce, locale, children }: Props) {
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
