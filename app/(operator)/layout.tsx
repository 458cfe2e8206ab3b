import type { ReactNode } from "react";
import { requireAudience } from "@/app/_guard";
import { SignedIn } from "@/app/_ui/layout/signed-in";

export default async function Layout({ children }: { children: ReactNode }) {
  await requireAudience("operator");
  return <SignedIn>{children}</SignedIn>;
}
