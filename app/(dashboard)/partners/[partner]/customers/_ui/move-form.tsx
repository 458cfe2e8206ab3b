import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { useChanged } from "@/app/_ui/feedback/use-changed";

export type MoveKind = "suspend" | "resume" | "close" | "reopen";

type Words = { title: string; done: string; consequences: (name: string) => string };

export const MOVES: Record<MoveKind, Words> = {
  suspend: {
    title: "Suspend customer",
    done: "Customer suspended",
    consequences: (name) =>
      `${name} is marked as suspended and is still billed. You can resume the customer at any time.`,
  },
  resume: {
    title: "Resume customer",
    done: "Customer resumed",
    consequences: (name) => `${name} is active again.`,
  },
  close: {
    title: "Close customer",
    done: "Customer closed",
    consequences: (name) =>
      `Charges for ${name} that are dated after the closing are refused. The customer no longer counts in your number of customers. The history stays, and you can reopen the customer.`,
  },
  reopen: {
    title: "Reopen customer",
    done: "Customer reopened",
    consequences: (name) => `${name} is active again and can be charged.`,
  },
};

type Props = { of: Customer; kind: MoveKind; onClose: () => void };

/** Confirms a change of a customer's status. */
export function MoveForm({ of: customer, kind, onClose }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const changed = useChanged(onClose, "customers");
  const { title, done, consequences } = MOVES[kind];
  const name = customer.name ?? customer.email;
  const onSuccess = () => changed(done, name);
  const action = useAction(trpc.customers[kind].mutationOptions({ onSuccess }));
  return (
    <ConfirmBody
      action={action}
      confirm={title}
      isDestructive={kind === "close"}
      onCancel={onClose}
      onConfirm={() => action.run({ partner, customerId: customer.id })}
    >
      {consequences(name)}
    </ConfirmBody>
  );
}
