"use client";

import { Group, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ChargeSum, Customer } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Money } from "@/app/_ui/format/money";
import { IconReceipt } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerBackLink, PartnerLink, PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { RowMenu } from "@/app/_ui/table/row-menu";
import { ChargeDrawer } from "../../../charges/_ui/charge-drawer";
import charged from "../../../charges/_ui/charges.module.css";
import { chargeColumns } from "../../../charges/_ui/columns";
import { chargesHref } from "../../../charges/_ui/filter";
import { RefundsLink } from "../../../charges/_ui/refunds-link";
import { CUSTOMER_FACTS } from "../../_ui/columns";
import { customerActions, useCustomerAccess } from "../../_ui/customer-actions";
import type { CustomerTask } from "../../_ui/customer-dialogs";
import { customerName } from "../../_ui/customer-name";
import { CustomerTasks } from "../../_ui/customer-tasks";
import classes from "./customer-page.module.css";

export function CustomerPage({ customerId }: { customerId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.customers.get.queryOptions({ partner, customerId }));
  const access = useCustomerAccess();
  const [task, setTask] = useState<CustomerTask | null>(null);
  if (!found.data) return <QueryStatus of={found} what="the customer" />;
  const customer = found.data;
  return (
    <>
      <PartnerBackLink path="/customers" label="Customers" />
      <PageHeader
        title={customerName(customer)}
        description={customer.name === null ? undefined : customer.email}
        actions={
          <Group gap="xs">
            {customer.status !== "anonymized" && (
              <WriteButton
                access={access.edit}
                variant="default"
                onClick={() => setTask({ kind: "edit", customer })}
              >
                Edit
              </WriteButton>
            )}
            {customer.status !== "anonymized" && (
              <WriteButton
                access={access.transfer}
                variant="default"
                onClick={() => setTask({ kind: "transfer", customer })}
              >
                Transfer
              </WriteButton>
            )}
            <RowMenu
              of={customerName(customer)}
              actions={customerActions(customer, { ...access, transfer: "hidden" }, setTask)}
            />
          </Group>
        }
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Charges customerId={customerId} />
        </div>
        <div>
          <Section title="Details">
            <Card>
              <Details of={customer} />
            </Card>
          </Section>
          <Section title="Metadata">
            <Card>
              <Metadata of={customer.metadata} />
            </Card>
          </Section>
        </div>
      </div>
      <CustomerTasks task={task} onClose={() => setTask(null)} />
    </>
  );
}

function Details({ of: customer }: { of: Customer }) {
  return (
    <Facts
      of={[
        ["ID", <CopyId key="id" id={customer.id} what="customer ID" />],
        ["Email", customer.status === "anonymized" ? "—" : customer.email],
        ...CUSTOMER_FACTS.map(({ label, cell }) => [label, cell(customer)] as const),
        ["Updated", <RelativeTime key="updated" at={customer.updatedAt} />],
      ]}
    />
  );
}

function Metadata({ of: metadata }: { of: Customer["metadata"] }) {
  const entries = Object.entries(metadata).sort(([a], [b]) => a.localeCompare(b, "en"));
  if (entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No metadata
      </Text>
    );
  }
  return <Facts of={entries} />;
}

function Charges({ customerId }: { customerId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.charges.list.infiniteQueryOptions({ partner, accountId: customerId }, NEXT_PAGE),
  );
  const { data: sums } = useQuery(trpc.charges.sums.queryOptions({ partner, customerId }));
  const [charge, setCharge] = useQueryState("charge", { history: "push" });
  const look = (id: string | null) => void setCharge(id);
  return (
    <Section
      title="Charges"
      actions={
        <PartnerTextLink path={chargesHref({ customer: customerId })} size="sm">
          Filter and export
        </PartnerTextLink>
      }
    >
      {sums && sums.length > 0 && (
        <ul className={classes.sums} aria-label="Totals">
          {sums.map((sum) => (
            <Total key={sum.currency} of={sum} customerId={customerId} />
          ))}
        </ul>
      )}
      <PagedTable
        label="Charges"
        list={list}
        columns={chargeColumns({ onLook: look, hasCustomers: false })}
        isSmall
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconReceipt size={28} stroke={1.5} aria-hidden />}
            title="No charges yet"
            description="Charges appear here once they've been recorded."
          />
        }
      />
      <ChargeDrawer chargeId={charge} onLook={look} onClose={() => look(null)} />
    </Section>
  );
}

/** A customer's total in one currency. The numbers lead to the charges and refunds that they count. */
function Total({ of: sum, customerId: customer }: { of: ChargeSum; customerId: string }) {
  const { currency, charges, refunds, net } = sum;
  return (
    <li>
      <strong>
        <Money amount={net} currency={currency} />
      </strong>{" "}
      in{" "}
      <PartnerLink
        path={chargesHref({ customer, currency, type: "charge" })}
        className={charged.lead}
      >
        <Count value={charges} /> {charges === 1 ? "charge" : "charges"}
      </PartnerLink>
      {refunds > 0 && (
        <>
          , <RefundsLink refunds={refunds} of={{ customer, currency }} />
        </>
      )}
    </li>
  );
}
