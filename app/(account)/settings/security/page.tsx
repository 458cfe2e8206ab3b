import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentContext, requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PASSWORD_MIN_LENGTH } from "@/server/core/team/schema";
import { SecurityPage } from "./_ui/security-page";

export const metadata: Metadata = { title: "Security" };

export default async function Page() {
  await requireAudience("everyone");
  // An operator who looks on would find their own account here, in the partner's frame.
  if ((await currentContext()).viewing !== null) redirect("/settings/profile");
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
