import { requireUser } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PASSWORD_MIN_LENGTH } from "@/server/core/sign-in/schema";
import { NotificationSettings } from "./_ui/notification-settings";
import { SecurityPage } from "./_ui/security-page";

export const metadata = { title: "Account" };

export default async function Page() {
  await requireUser();
  return hydrated(
    [
      trpcOnServer.security.secondFactor.queryOptions(),
      trpcOnServer.security.devices.queryOptions(),
      trpcOnServer.notifications.settings.queryOptions(),
    ],
    <>
      <PageHeader
        title="Account"
        description="Manage your password, two-factor authentication and active sessions."
      />
      <SecurityPage minLength={PASSWORD_MIN_LENGTH} />
      <NotificationSettings />
    </>,
  );
}
