import type { ReactNode } from "react";
import { requireOperator } from "@/app/_guard";
import { SignedIn } from "@/app/_ui/layout/signed-in";

export default async function Layout({ children }: { children: ReactNode }) {
  await requireOperator();
  return <SignedIn>{children}</SignedIn>;
}
