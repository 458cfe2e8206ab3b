import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { PASSWORD_MIN_LENGTH } from "@/server/core/team/schema";
import { SecurityPage } from "./_ui/security-page";

export const metadata: Metadata = { title: "Security" };

export default async function Page() {
  await requireAudience("everyone");
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.security.secondFactor.queryOptions()),
    client.prefetchQuery(trpcOnServer.security.devices.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PageHeader title="Security" description="How you sign in, and where you are signed in." />
      <SecurityPage minLength={PASSWORD_MIN_LENGTH} />
    </Hydrated>
  );
}
