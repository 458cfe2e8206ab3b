import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Percentage } from "@/app/_ui/format/money";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { CopyId } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import { PartnerStatus } from "@/app/(dashboard)/operator/partners/_ui/columns";
import {
  MOVE_LABELS,
  MOVES_OF,
  type PartnerMove,
} from "@/app/(dashboard)/operator/partners/_ui/moves";
import { StatusDialog } from "@/app/(dashboard)/operator/partners/_ui/status-dialog";
import { EditDialog } from "./edit-partner-dialog";
import { MinimumPayout } from "./minimum-payout";
import { OpenRequests } from "./open-requests";
import classes from "./operator-panel.module.css";
import { RecentErrors } from "./recent-errors";

/** The details of a partner that only operators see, with buttons to edit them. */
export function OperatorPanel() {
  const trpc = useTRPC();
  const { id: partnerId } = usePartner().partner;
  const found = useQuery(trpc.partners.get.queryOptions({ partnerId }));
  if (!found.data) return <QueryStatus of={found} what="the partner" rows={4} />;
  const partner = found.data;
  return (
    <Stack gap={32}>
      <OpenRequests />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.facts}>
        <div>
          <Section title="Account" actions={<Actions of={partner} />}>
            <Card>
              <Terms of={partner} />
            </Card>
          </Section>
        </div>
        <div>
          <Section
            title="Notes"
            actions={
              <TextLink href={`/operator/audit?partner=${partner.id}`} size="sm">
                View audit log
              </TextLink>
            }
          >
            <Card>
              {partner.notes === "" ? (
                <Text size="sm" c="dimmed">
                  No notes. Notes are internal.
                </Text>
              ) : (
                <p className={classes.notes}>{partner.notes}</p>
              )}
            </Card>
          </Section>
        </div>
      </SimpleGrid>
      <RecentErrors />
    </Stack>
  );
}

function Actions({ of: partner }: { of: PartnerRow }) {
  const [isEditing, setIsEditing] = useState(false);
  const [move, setMove] = useState<PartnerMove | null>(null);
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
        Edit
      </Button>
      {MOVES_OF[partner.status].map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          className={kind === "reactivate" ? undefined : table.danger}
          onClick={() => setMove({ kind, partner })}
        >
          {MOVE_LABELS[kind]}
        </Button>
      ))}
      <EditDialog partner={partner} isOpen={isEditing} onClose={() => setIsEditing(false)} />
      <StatusDialog move={move} onClose={() => setMove(null)} />
    </Group>
  );
}

function Terms({ of: partner }: { of: PartnerRow }) {
  const { minimumPayout: minimum, holdDays } = partner;
  return (
    <Facts
      of={[
        ["Status", <PartnerStatus key="status" of={partner} />],
        [
          "Revenue share",
          <PartnerTextLink key="share" path="/settings/terms">
            <Percentage value={partner.revsharePct} />
          </PartnerTextLink>,
        ],
        [
          "Active keys",
          <span key="keys">
            <Count value={partner.activeKeys} /> of <Count value={partner.maxActiveKeys} />
          </span>,
        ],
        ["Open customers", <Count key="customers" value={partner.userCount} />],
        ["Payout details", <PaidTo key="details" />],
        [
          "Minimum payout",
          minimum > 0 && partner.terminatedAt === null ? (
            <MinimumPayout key="minimum" of={minimum} />
          ) : (
            "None"
          ),
        ],
        ["Hold", holdDays === 1 ? "1 day" : holdDays > 0 ? `${holdDays} days` : "None"],
        partner.taxNote !== "" && ["Tax note", partner.taxNote],
        partner.terminatedAt !== null && [
          "Terminated",
          <RelativeTime key="terminated" at={partner.terminatedAt} />,
        ],
        ["Partner since", <RelativeTime key="since" at={partner.createdAt} />],
        ["ID", <CopyId key="id" id={partner.id} what="partner ID" />],
        ["Code", <CopyId key="code" id={partner.code} what="code" />],
      ]}
    />
  );
}

/** Where the partner is paid, masked, and whether a change waits. */
function PaidTo() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data } = useQuery(trpc.payoutDetails.get.queryOptions({ partner }));
  if (!data) return "—";
  const { inForce, pending } = data;
  return (
    <>
      <PartnerTextLink path="/settings/payout-details">
        {(inForce ?? pending)?.account || "Not added"}
      </PartnerTextLink>
      {pending && (
        <Text size="xs" c="dimmed">
          {inForce ? `${pending.account} pending` : "Pending"}, used{" "}
          <RelativeTime at={pending.effectiveAt} />
        </Text>
      )}
    </>
  );
}
