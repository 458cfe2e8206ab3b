import type { Customer } from "@/app/_trpc/types";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { AnonymizeForm } from "./anonymize-form";
import { EditCustomerForm } from "./edit-customer-form";
import { MOVES, MoveForm, type MoveKind } from "./move-form";
import { TransferForm } from "./transfer-form";

export type CustomerTaskKind = "edit" | "anonymize" | "transfer" | MoveKind;
export type CustomerTask = { kind: CustomerTaskKind; customer: Customer };

type Props = { task: CustomerTask | null; onClose: () => void };

/** All dialogs about a customer, for its page and for the list. */
export function CustomerDialogs({ task, onClose }: Props) {
  return (
    <SubjectDialog subject={task} title={({ kind }) => titleOf(kind)} size={520} onClose={onClose}>
      {({ kind, customer }) => {
        const form = { of: customer, onClose };
        if (kind === "anonymize") return <AnonymizeForm {...form} />;
        if (kind === "transfer") return <TransferForm {...form} />;
        return kind === "edit" ? (
          <EditCustomerForm {...form} />
        ) : (
          <MoveForm {...form} kind={kind} />
        );
      }}
    </SubjectDialog>
  );
}

function titleOf(kind: CustomerTaskKind): string {
  if (kind === "edit") return "Edit customer";
  if (kind === "transfer") return "Transfer customer";
  return kind === "anonymize" ? "Anonymize customer" : MOVES[kind].title;
}
