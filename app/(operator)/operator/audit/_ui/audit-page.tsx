"use client";

import { PageHeader } from "@/app/_ui/layout/page-header";
import { AuditList } from "./audit-list";

export function AuditPage() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change of every account, by whom and from where. Nothing in it can be changed."
      />
      <AuditList partnerId={null} />
    </>
  );
}
