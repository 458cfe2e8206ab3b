"use client";

import { usePartner } from "@/app/_trpc/use-partner";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts } from "@/app/_ui/layout/section";
import { SettingsSection } from "@/app/_ui/layout/settings-section";
import { Support } from "@/app/_ui/layout/support";
import { CopyId } from "@/app/_ui/table/cells";
import { BrandingForm } from "./branding-form";

export function ProfilePage() {
  const { partner } = usePartner();
  return (
    <>
      <SettingsSection
        title="Account"
        description={
          <>
            Managed by <Support>the platform team</Support>.
          </>
        }
      >
        <Facts
          of={[
            ["Name", partner.name],
            ["Code", partner.code],
            [
              "Revenue share",
              <PartnerTextLink key="share" path="/settings/terms">
                {partner.revsharePct}%
              </PartnerTextLink>,
            ],
            ["ID", <CopyId key="id" id={partner.id} what="partner ID" />],
          ]}
        />
      </SettingsSection>
      <SettingsSection title="Branding" description="Available to integrations through GET /me.">
        <BrandingForm branding={partner.branding} />
      </SettingsSection>
    </>
  );
}
