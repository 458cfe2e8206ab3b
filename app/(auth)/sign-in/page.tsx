import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { currentContext } from "@/app/_session";
import { safePath } from "@/app/_ui/auth/safe-path";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { SupportProvider } from "@/app/_ui/layout/support-email";
import { wiring } from "@/server/current-wiring";
import { SignInForm } from "./sign-in-form";

export const metadata = { title: "Sign in" };

type Props = { searchParams: Promise<SearchParams> };

/** For strangers it is the same whatever the query, so that it is rendered once for all. */
export default async function SignInPage({ searchParams }: Props) {
  if ((await currentContext()).actor) redirect(safePath((await searchParams).callbackUrl));
  const { publicUrl, shown } = await wiring();
  const siteOrigin = publicUrl && new URL(publicUrl).origin;
  return (
    <FrontPage>
      <SupportProvider email={shown.supportEmail}>
        <SignInForm siteOrigin={siteOrigin} hasMail={shown.hasMail} />
      </SupportProvider>
    </FrontPage>
  );
}
