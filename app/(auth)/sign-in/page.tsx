import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { currentContext } from "@/app/_session";
import { safePath } from "@/app/_ui/auth/safe-path";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { SupportProvider } from "@/app/_ui/layout/support";
import { wiring } from "@/server/wiring";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<SearchParams> };

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, reason } = await searchParams;
  const target = safePath(callbackUrl);
  if ((await currentContext()).actor) redirect(target);
  const { publicUrl, shown } = await wiring();
  const siteOrigin = publicUrl && new URL(publicUrl).origin;
  return (
    <FrontPage>
      <SupportProvider email={shown.supportEmail}>
        <SignInForm target={target} hasExpired={reason === "expired"} siteOrigin={siteOrigin} />
      </SupportProvider>
    </FrontPage>
  );
}
