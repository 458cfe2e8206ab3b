import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { OpenLink } from "@/app/_trpc/types";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { toast } from "@/app/_ui/feedback/toast";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Section } from "@/app/_ui/layout/section";
import { RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Column } from "@/app/_ui/table/table-types";
import { useTeamAction } from "./use-team-action";

const KINDS = { invite: "Invite", reset: "Password reset" } as const;

const COLUMNS: readonly Column<OpenLink>[] = [
  { label: "For", cell: ({ email }) => <RowHead>{email}</RowHead> },
  { label: "Type", narrow: "end", cell: ({ kind }) => KINDS[kind] },
  {
    label: "Created by",
    kind: "text",
    narrow: "labeled",
    cell: ({ madeBy }) => madeBy ?? "The platform team",
  },
  { label: "Created", narrow: "labeled", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { label: "Expires", narrow: "labeled", cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
];

/** The unused one-time links; renders nothing when there are none. */
export function OpenLinks() {
  const mayRevoke = useAccess("user.link_revoked") !== "hidden";
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useQuery(trpc.team.links.queryOptions({ partner }));
  const [link, setLink] = useState<OpenLink | null>(null);
  const actions: Column<OpenLink> = {
    label: "Actions",
    kind: "actions",
    cell: (row) => (
      <RowMenu
        of={`the link for ${row.email}`}
        actions={[{ label: "Revoke link", isDanger: true, onClick: () => setLink(row) }]}
      />
    ),
  };
  const isShown = !list.data || list.data.length > 0;
  return (
    <>
      {isShown && (
        <Box mt={32}>
          <Section title="Active links">
            {list.data ? (
              <DataTable
                label="Active links"
                columns={[...COLUMNS, mayRevoke && actions]}
                rows={list.data}
                keyOf={({ id }) => id}
              />
            ) : (
              <QueryStatus of={list} what="the active links" rows={1} />
            )}
          </Section>
        </Box>
      )}
      <SubjectDialog
        subject={link}
        title={({ email }) => `Revoke link for ${email}`}
        onClose={() => setLink(null)}
      >
        {(shown) => <RevokeForm link={shown} onClose={() => setLink(null)} />}
      </SubjectDialog>
    </>
  );
}

function RevokeForm({ link, onClose }: { link: OpenLink; onClose: () => void }) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const action = useTeamAction(async () => {
    await client.team.revokeLink.mutate({ partner, linkId: link.id });
    toast({ title: "Link revoked", message: `The link for ${link.email} no longer works.` });
    onClose();
  });
  return (
    <ConfirmBody
      confirm="Revoke link"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {link.kind === "invite"
        ? "The link stops working immediately. They stay invited: you can create a new link for them, or remove them."
        : "The link stops working immediately. Their current password keeps working."}
    </ConfirmBody>
  );
}
