import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "./_ui/layout/theme.css";
import "./globals.css";
import { mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NONCE_HEADER, PATH_HEADER } from "./_headers";
import { HEAD_SCRIPT } from "./_ui/layout/head-script";

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

const DOCS = /^\/docs\b/;

/**
 * The root layout: fonts and colors. It reads the request's nonce, so every page is rendered
 * dynamically. It has no client components, because the documentation needs none of the
 * dashboard's (layout/with-providers.tsx).
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const requestHeaders = await headers();
  const nonce = requestHeaders.get(NONCE_HEADER) ?? "";
  // A browser's translation replaces the texts that React has made: React then writes later amounts
  // into texts that are no longer shown, and fails when it removes one. It also sends what is shown
  // to the translator, keys included. The documentation changes nothing, so it may be translated.
  const isFixed = !DOCS.test(requestHeaders.get(PATH_HEADER) ?? "");
  return (
    <html
      lang="en"
      translate={isFixed ? "no" : undefined}
      {...mantineHtmlProps}
      className={`${inter.variable} ${geistMono.variable}`}
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
