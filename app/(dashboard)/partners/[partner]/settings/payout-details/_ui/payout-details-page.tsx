"use client";

import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PayoutDetails, PayoutDetailsVersion } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { IconCash } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Card, Section } from "@/app/_ui/layout/section";
import { CancelForm } from "./cancel-form";
import { DetailsFacts } from "./details-facts";
import { DetailsForm } from "./details-form";
import { History } from "./history";
import { PendingNotice } from "./pending-notice";
import { SelfBilling } from "./self-billing";

type Task = { kind: "change"; from: PayoutDetails } | { kind: "cancel"; of: PayoutDetailsVersion };

const titleOf = (task: Task) => {
  if (task.kind === "cancel") return "Cancel change";
  return latestOf(task.from) ? "Change payout details" : "Add payout details";
};

const latestOf = ({ pending, inForce }: PayoutDetails) => pending ?? inForce;

/** Where the partner is paid, with the change that waits and the history. */
export function PayoutDetailsPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const mayChange = useAccess("payout_details.changed");
  const isOperator = useIsOperator();
  const found = useQuery(
    trpc.payoutDetails.get.queryOptions({ partner }, { refetchInterval: 60_000 }),
  );
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const details = found.data;
  const hasAny = details !== undefined && latestOf(details) !== null;
  const viewOnly = isOperator
    ? "Only an owner of the partner can add them."
    : "Ask an owner of your team to add them.";
  const advice = mayChange === "hidden" ? viewOnly : "Add them to receive your payouts.";
  const button = details && (
    <WriteButton access={mayChange} onClick={() => setTask({ kind: "change", from: details })}>
      {hasAny ? "Change payout details" : "Add payout details"}
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Payout details"
        description="The bank account that your payouts are sent to. Account and tax numbers are encrypted and shown masked."
        actions={hasAny && button}
      />
      {!details && <QueryStatus of={found} what="the payout details" rows={4} />}
      {details && (
        <Stack gap={32}>
          {!hasAny && (
            <Empty
              icon={<IconCash size={28} stroke={1.5} aria-hidden />}
              title="No payout details yet"
              description={`${details.isNeeded ? "There are payouts that can't be sent yet. " : ""}${advice}`}
            >
              {button}
            </Empty>
          )}
          <Shown of={details} onCancel={(of) => setTask({ kind: "cancel", of })} />
        </Stack>
      )}
      <SubjectDialog subject={task} title={titleOf} onClose={close}>
        {(shown) =>
          shown.kind === "cancel" ? (
            <CancelForm of={shown.of} onClose={close} />
          ) : (
            <DetailsForm of={shown.from} onClose={close} />
          )
        }
      </SubjectDialog>
    </>
  );
}

type ShownProps = { of: PayoutDetails; onCancel: (version: PayoutDetailsVersion) => void };

function Shown({ of: { pending, inForce }, onCancel }: ShownProps) {
  return (
    <Stack gap={32}>
      {pending && (
        <PendingNotice of={pending} isFirst={inForce === null} onCancel={() => onCancel(pending)} />
      )}
      {inForce && (
        <Section title="Current details">
          <Card>
            <DetailsFacts of={inForce} />
          </Card>
        </Section>
      )}
      <SelfBilling />
      <History />
    </Stack>
  );
}
