import type { Customer } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import type { RowAction } from "@/app/_ui/table/table-types";
import type { Access } from "@/server/core/registry";
import type { CustomerTask, CustomerTaskKind } from "./customer-dialogs";

export type CustomerAccess = Record<CustomerTaskKind, Access>;

/** The user's access to each change of the partner's customers. */
export function useCustomerAccess(): CustomerAccess {
  return {
    edit: useAccess("customer.updated"),
    suspend: useAccess("customer.suspended"),
    resume: useAccess("customer.resumed"),
    close: useAccess("customer.closed"),
    reopen: useAccess("customer.reopened"),
    anonymize: useAccess("customer.anonymized"),
    transfer: useAccess("customer.transferred"),
  };
}

/** The changes that each status allows. */
const OFFERED: Record<Customer["status"], readonly CustomerTaskKind[]> = {
  active: ["edit", "suspend", "close", "transfer", "anonymize"],
  suspended: ["edit", "resume", "close", "transfer", "anonymize"],
  closed: ["edit", "reopen", "transfer", "anonymize"],
  anonymized: [],
};

const LABELS: Record<CustomerTaskKind, string> = {
  edit: "Edit",
  suspend: "Suspend",
  resume: "Resume",
  close: "Close",
  reopen: "Reopen",
  anonymize: "Anonymize",
  transfer: "Transfer",
};

/** The actions on a customer, for its menu in the list and on its page. */
export function customerActions(
  customer: Customer,
  access: CustomerAccess,
  onTask: (task: CustomerTask) => void,
): RowAction[] {
  return OFFERED[customer.status].map((kind) => ({
    label: LABELS[kind],
    access: access[kind],
    isDanger: kind === "close" || kind === "anonymize",
    onClick: () => onTask({ kind, customer }),
  }));
}
