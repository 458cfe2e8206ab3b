"use client";

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { IconPrinter } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerBackLink } from "@/app/_ui/layout/partner-link";
import { DownloadLink } from "@/app/_ui/load/download-link";
import { Sheet } from "./sheet";
import classes from "./statement.module.css";

/** The statement of a transfer, as it is printed. */
export function StatementPage({ transferId }: { transferId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.transfers.statement.queryOptions({ partner, transferId }));
  if (!found.data) return <QueryStatus of={found} what="the statement" rows={8} />;
  const { number } = found.data;
  const href = (format: string) =>
    `/api/export/statement?${new URLSearchParams({ partner, transferId, format })}`;
  return (
    <>
      <div className={classes.screen}>
        <PartnerBackLink path={`/transfers?transfer=${transferId}`} label="Transfer" />
        <PageHeader
          title={`Statement ${number}`}
          actions={
            <Group gap="xs">
              <DownloadLink href={href("pdf")}>Download PDF</DownloadLink>
              <DownloadLink href={href("csv")}>Export CSV</DownloadLink>
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
                onClick={() => window.print()}
              >
                Print
              </Button>
            </Group>
          }
        />
      </div>
      <Sheet of={found.data} />
    </>
  );
}
