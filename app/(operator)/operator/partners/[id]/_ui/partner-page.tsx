"use client";

import { Button, Group, Tabs } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState, useTransition } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { BackLink, PageHeader } from "@/app/_ui/layout/page-header";
import table from "@/app/_ui/table/table.module.css";
import { lookAtPartner } from "@/app/_viewing-actions";
import type { LogChoices } from "@/app/(partner)/logs/_ui/choices";
import { StatusDialog } from "../../../_ui/status-dialog";
import { AuditList } from "../../../audit/_ui/audit-list";
import { AsPartner } from "./as-partner";
import { CustomersSection } from "./customers-section";
import { type KeyTask, KeyTaskDialogs } from "./key-task-dialogs";
import { KeysSection } from "./keys-section";
import { LogSection } from "./log-section";
import { Overview } from "./overview";
import { PayoutsSection } from "./payouts-section";
import { PricesSection } from "./prices-section";
import { NOTHING, PLACE, TABS, type Tab } from "./tabs";
import { TeamSection } from "./team-section";

/** What is asked for as the partner sees it; the rest only operators know. */
const PARTS = ["keys", "log", "customers", "prices", "payouts", "team"] as const;

type Props = { partnerId: string; logChoices: LogChoices };

/** Everything that support needs to know of one partner. */
export function PartnerPage({ partnerId, logChoices }: Props) {
  const trpc = useTRPC();
  const { data: partner } = useSuspenseQuery(trpc.partners.get.queryOptions({ partnerId }));
  const [{ tab }, setPlace] = useQueryStates(PLACE, { history: "push" });
  const [doomed, setDoomed] = useState<PartnerRow | null>(null);
  const [task, setTask] = useState<KeyTask | null>(null);
  // What was looked for in one part says nothing in another.
  const open = (next: string | null) => void setPlace({ ...NOTHING, tab: next as Tab });

  return (
    <>
      <BackLink href="/operator" label="Partners" />
      <PageHeader
        title={partner.name}
        description={partner.code}
        actions={<Actions of={partner} onChangeStatus={() => setDoomed(partner)} />}
      />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="xl" aria-label={`About ${partner.name}`}>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview partner={partner} />
        </Tabs.Panel>
        {PARTS.map((value) => (
          <Tabs.Panel key={value} value={value}>
            <AsPartner partnerId={partnerId}>
              <Part tab={value} partner={partner} logChoices={logChoices} onTask={setTask} />
            </AsPartner>
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="audit">
          <AuditList partnerId={partnerId} />
        </Tabs.Panel>
      </Tabs>
      <StatusDialog partner={doomed} onClose={() => setDoomed(null)} />
      <KeyTaskDialogs task={task} onClose={() => setTask(null)} />
    </>
  );
}

type PartProps = {
  tab: (typeof PARTS)[number];
  partner: PartnerRow;
  logChoices: LogChoices;
  onTask: (task: KeyTask) => void;
};

function Part({ tab, partner, logChoices, onTask }: PartProps) {
  switch (tab) {
    case "keys":
      return <KeysSection onTask={onTask} />;
    case "log":
      return <LogSection choices={logChoices} />;
    case "customers":
      return <CustomersSection />;
    case "prices":
      return <PricesSection revsharePct={partner.revsharePct} />;
    case "payouts":
      return <PayoutsSection />;
    case "team":
      return <TeamSection />;
  }
}

function Actions({ of, onChangeStatus }: { of: PartnerRow; onChangeStatus: () => void }) {
  const [isGoing, startGoing] = useTransition();
  const look = () =>
    startGoing(async () => {
      await lookAtPartner(of.id);
      // A whole new page: the console's cache holds what the partner does not see.
      window.location.assign("/");
    });
  const isActive = of.status === "active";
  return (
    <Group gap="sm">
      <Button
        variant="default"
        className={isActive ? table.danger : undefined}
        onClick={onChangeStatus}
      >
        {isActive ? "Suspend" : "Reactivate"}
      </Button>
      <Button
        leftSection={<IconEye size={16} stroke={1.6} aria-hidden />}
        loading={isGoing}
        onClick={look}
      >
        View as partner
      </Button>
    </Group>
  );
}
