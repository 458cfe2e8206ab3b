import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./globals.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { localeOf } from "@/app/_ui/format/formats";
import { Providers } from "@/app/_ui/layout/providers";
import { NONCE_HEADER } from "./_headers";

const inter = localFont({
  src: "./_ui/fonts/inter-latin.woff2",
  variable: "--font-sans",
  weight: "100 900",
  display: "swap",
});
const geistMono = localFont({
  src: "./_ui/fonts/geist-mono-latin.woff2",
  variable: "--font-mono",
  weight: "100 900",
  display: "swap",
  preload: false,
});

export const metadata: Metadata = {
  title: { default: "Latchkey", template: "%s · Latchkey" },
  description: "Manage API keys, customers and payouts.",
  robots: { index: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdfcfb" },
    { media: "(prefers-color-scheme: dark)", color: "#191817" },
  ],
};

/** The root layout. It reads the request's nonce, so every page is rendered dynamically. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const requestHeaders = await headers();
  const nonce = requestHeaders.get(NONCE_HEADER) ?? "";
  return (
    <html lang="en" {...mantineHtmlProps} className={`${inter.variable} ${geistMono.variable}`}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers nonce={nonce} locale={localeOf(requestHeaders.get("accept-language"))}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
