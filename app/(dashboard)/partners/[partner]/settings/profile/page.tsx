import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ProfilePage } from "./_ui/profile-page";

export const metadata: Metadata = { title: "Profile" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  await requirePartner(params);
  return (
    <>
      <PageHeader title="Profile" description="Company details and branding." />
      <ProfilePage />
    </>
  );
}
