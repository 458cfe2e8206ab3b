import type { ReactNode } from "react";
import { WithProviders } from "@/app/_ui/layout/with-providers";

export default function Layout({ children }: { children: ReactNode }) {
  return <WithProviders>{children}</WithProviders>;
}
