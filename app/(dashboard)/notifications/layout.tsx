import type { ReactNode } from "react";
import { requireUser } from "@/app/_guard";
import { SignedIn } from "@/app/_ui/layout/signed-in";

export default async function Layout({ children }: { children: ReactNode }) {
  await requireUser();
  return <SignedIn>{children}</SignedIn>;
}
