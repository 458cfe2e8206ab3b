import type { Metadata } from "next";
import { requireUser } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PASSWORD_MIN_LENGTH } from "@/server/core/sign-in/schema";
import { NotificationSettings } from "./_ui/notification-settings";
import { SecurityPage } from "./_ui/security-page";

export const metadata: Metadata = { title: "Account" };

export default async function Page() {
  await requireUser();
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.security.secondFactor.queryOptions()),
    client.prefetchQuery(trpcOnServer.security.devices.queryOptions()),
    client.prefetchQuery(trpcOnServer.notifications.settings.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PageHeader
        title="Account"
        description="Manage your password, two-factor authentication and active sessions."
      />
      <SecurityPage minLength={PASSWORD_MIN_LENGTH} />
      <NotificationSettings />
    </Hydrated>
  );
}
