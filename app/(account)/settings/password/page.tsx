import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { PageHeader } from "@/app/_ui/page-header";
import { PASSWORD_MIN_LENGTH } from "@/server/core/team/schema";
import { PasswordForm } from "./password-form";

export const metadata: Metadata = { title: "Change password" };

export default async function PasswordPage() {
  await requireAudience("everyone");
  return (
    <>
      <PageHeader
        title="Change password"
        description="You stay signed in here. All other devices are signed out."
      />
      <PasswordForm minLength={PASSWORD_MIN_LENGTH} />
    </>
  );
}
