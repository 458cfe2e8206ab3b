"use client";

import { usePartner } from "@/app/_trpc/use-partner";
import { Facts } from "@/app/_ui/layout/section";
import { SettingsSection } from "@/app/_ui/layout/settings-section";
import { CopyId } from "@/app/_ui/table/cells";
import { BrandingForm } from "./branding-form";

export function ProfilePage() {
  const { partner } = usePartner();
  return (
    <>
      <SettingsSection
        title="Account"
        description="Set by the platform's operators. Ask them if something is wrong."
      >
        <Facts
          of={[
            ["Name", partner.name],
            ["Code", partner.code],
            ["Revenue share", `${partner.revsharePct} %`],
            ["Id", <CopyId key="id" id={partner.id} what="partner id" />],
          ]}
        />
      </SettingsSection>
      <SettingsSection
        title="Branding"
        description="What integrations read as branding in GET /me, from the next request on."
      >
        <BrandingForm branding={partner.branding} />
      </SettingsSection>
    </>
  );
}
