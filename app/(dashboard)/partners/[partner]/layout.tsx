import type { ReactNode } from "react";
import { requirePartner } from "@/app/_guard";
import { SignedIn } from "@/app/_ui/layout/signed-in";

type Props = { children: ReactNode; params: Promise<{ partner: string }> };

export default async function Layout({ children, params }: Props) {
  await requirePartner(params);
  return <SignedIn>{children}</SignedIn>;
}
