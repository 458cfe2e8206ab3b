import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentAudience } from "@/app/_guard";
import { FrontPage } from "@/app/_ui/front-page";
import { safePath } from "@/app/_ui/safe-path";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function SignInPage({ searchParams }: { searchParams: Query }) {
  const { callbackUrl, reason } = await searchParams;
  const target = safePath(typeof callbackUrl === "string" ? callbackUrl : null);
  if (await currentAudience()) redirect(target);
  return (
    <FrontPage>
      <SignInForm target={target} hasExpired={reason === "expired"} />
    </FrontPage>
  );
}
