import { type PageInput, requirePartner } from "@/app/_guard";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ProfilePage } from "./_ui/profile-page";

export const metadata = { title: "Profile" };

export default async function Page({ params }: PageInput<"partner">) {
  await requirePartner(params);
  return (
    <>
      <PageHeader title="Profile" description="Company details and branding." />
      <ProfilePage />
    </>
  );
}
