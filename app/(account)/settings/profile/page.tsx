import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ProfilePage } from "./_ui/profile-page";

export const metadata: Metadata = { title: "Profile" };

export default async function Page() {
  await requireAudience("partner");
  return (
    <>
      <PageHeader title="Profile" description="Who you are to your customers and integrations." />
      <ProfilePage />
    </>
  );
}
