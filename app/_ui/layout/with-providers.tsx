import "@mantine/core/styles.layer.css";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NONCE_HEADER } from "@/app/_headers";
import { Providers } from "./providers";

/** Renders pages that use Mantine's components, tRPC or the state in the URL. */
export async function WithProviders({ children }: { children: ReactNode }) {
  const requestHeaders = await headers();
  return <Providers nonce={requestHeaders.get(NONCE_HEADER) ?? ""}>{children}</Providers>;
}
