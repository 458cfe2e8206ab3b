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
import { NONCE_HEADER } from "./_headers";
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

/**
 * The root layout: fonts and colors. It reads the request's nonce, so every page is rendered
 * dynamically. It has no client components, because the documentation needs none of the
 * dashboard's (layout/with-providers.tsx).
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? "";
  return (
    <html lang="en" {...mantineHtmlProps} className={`${inter.variable} ${geistMono.variable}`}>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
