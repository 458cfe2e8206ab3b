"use client";

import { Button } from "@mantine/core";
import type { PartnerRow } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

type Props = { partners: PartnerRow[]; onChangeStatus: (partner: PartnerRow) => void };

/** The partners as a table, or where it is narrow as one card each. */
export function PartnersTable({ partners, onChangeStatus }: Props) {
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label="Partners">
        <thead className={table.head}>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col" className={table.amount}>
              Keys
            </th>
            <th scope="col" className={table.amount}>
              Customers
            </th>
            <th scope="col" className={table.amount}>
              Revenue share
            </th>
            <th scope="col">
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className={table.body}>
          {partners.map((partner) => (
            <Row key={partner.id} partner={partner} onChangeStatus={onChangeStatus} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ partner, onChangeStatus }: { partner: PartnerRow } & Pick<Props, "onChangeStatus">) {
  const isActive = partner.status === "active";
  const verb = isActive ? "Suspend" : "Reactivate";
  return (
    <tr className={table.row}>
      <th scope="row">
        <span className={table.label}>{partner.name}</span>
      </th>
      <td data-label="Code">
        <code className={table.code}>{partner.code}</code>
      </td>
      <td data-label="Status">
        <Status tone={isActive ? "good" : "bad"} label={isActive ? "Active" : "Suspended"} />
      </td>
      <td data-label="Keys" className={table.amount}>
        {partner.activeKeys.toLocaleString("en")}
      </td>
      <td data-label="Customers" className={table.amount}>
        {partner.userCount.toLocaleString("en")}
      </td>
      <td data-label="Revenue share" className={table.amount}>
        {partner.revsharePct}%
      </td>
      <td className={table.actions}>
        <Button
          size="xs"
          variant="default"
          className={isActive ? table.danger : undefined}
          aria-label={`${verb} ${partner.name}`}
          onClick={() => onChangeStatus(partner)}
        >
          {verb}
        </Button>
      </td>
    </tr>
  );
}
