"use client";

import { useMe } from "@/app/_trpc/use-me";
import { Facts } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { Section } from "../../_ui/section";
import { BrandingForm } from "./branding-form";

export function ProfilePage() {
  const me = useMe();
  const { partner } = me;
  if (!partner) return null;
  return (
    <>
      <Section
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
      </Section>
      <Section
        title="Branding"
        description="What integrations read as branding in GET /me, from the next request on."
      >
        <BrandingForm
          branding={partner.branding}
          mayEdit={me.may.setBranding}
          isSuspended={partner.status === "suspended"}
        />
      </Section>
    </>
  );
}
