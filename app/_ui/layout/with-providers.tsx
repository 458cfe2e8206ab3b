import "@mantine/core/styles.layer.css";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NONCE_HEADER } from "@/app/_headers";
import { localeOf } from "@/app/_ui/format/formats";
import { Providers } from "./providers";

/** Renders pages that use Mantine's components, tRPC or the state in the URL. */
export async function WithProviders({ children }: { children: ReactNode }) {
  const asked = await headers();
  return (
    <Providers
      nonce={asked.get(NONCE_HEADER) ?? ""}
      locale={localeOf(asked.get("accept-language"))}
    >
      {children}
    </Providers>
  );
}
