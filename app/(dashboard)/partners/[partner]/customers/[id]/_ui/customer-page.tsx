"use client";

import { Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Charge, Customer } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { DateTime } from "@/app/_ui/format/moment";
import { Count, Money } from "@/app/_ui/format/money";
import { IconReceipt } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerBackLink } from "@/app/_ui/layout/partner-link";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import type { Column } from "@/app/_ui/table/table-types";
import { CUSTOMER_FACTS } from "../../_ui/columns";
import classes from "./customer-page.module.css";

export function CustomerPage({ customerId }: { customerId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.customers.get.queryOptions({ partner, customerId }));
  if (!found.data) return <QueryStatus of={found} what="the customer" />;
  const customer = found.data;
  return (
    <>
      <PartnerBackLink path="/customers" label="Customers" />
      <PageHeader
        title={customer.name ?? customer.email}
        description={customer.name === null ? undefined : customer.email}
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
    </>
  );
}

function Details({ of: customer }: { of: Customer }) {
  return (
    <Facts
      of={[
        ["ID", <CopyId key="id" id={customer.id} what="customer ID" />],
        ["Email", customer.email],
        ...CUSTOMER_FACTS.map(({ label, cell }) => [label, cell(customer)] as const),
      ]}
    />
  );
}

function Metadata({ of: metadata }: { of: Customer["metadata"] }) {
  const entries = Object.entries(metadata).sort(([a], [b]) => a.localeCompare(b));
  if (entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No metadata
      </Text>
    );
  }
  return <Facts of={entries} />;
}

const COLUMNS: readonly Column<Charge>[] = [
  {
    label: "Product",
    cell: ({ product }) => <RowHead note={product.code}>{product.name}</RowHead>,
  },
  {
    label: "Charge",
    narrow: "hidden",
    cell: ({ externalId }) => <CopyId id={externalId} what="charge ID" />,
  },
  { label: "Date", cell: ({ occurredAt }) => <DateTime at={occurredAt} /> },
  {
    label: "Amount",
    kind: "amount",
    narrow: "end",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

function Charges({ customerId }: { customerId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.customers.charges.infiniteQueryOptions({ partner, customerId }, NEXT_PAGE),
  );
  const { data: sums } = useQuery(trpc.customers.chargeSums.queryOptions({ partner, customerId }));
  const total = sums?.reduce((sum, { charges }) => sum + charges, 0);
  return (
    <Section title="Charges">
      {sums && sums.length > 0 && (
        <ul className={classes.sums} aria-label="Totals">
          {sums.map(({ currency, charges, gross }) => (
            <li key={currency}>
              <strong>
                <Money amount={gross} currency={currency} />
              </strong>{" "}
              in <Count value={charges} /> {charges === 1 ? "charge" : "charges"}
            </li>
          ))}
        </ul>
      )}
      <PagedTable
        label="Charges"
        list={list}
        total={total}
        columns={COLUMNS}
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
    </Section>
  );
}
