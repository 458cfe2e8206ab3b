import { List } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { PreviewLine } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { Dialog } from "@/app/_ui/dialog/dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { useFormats } from "@/app/_ui/format/locale";
import { Count, Money } from "@/app/_ui/format/money";

type Props = {
  period: string;
  /** The totals that are not closed yet. */
  lines: readonly PreviewLine[];
  isOpen: boolean;
  onClose: () => void;
};

/** Confirms closing a month and shows the payouts that this creates. */
export function CloseDialog({ period, lines, isOpen, onClose }: Props) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "payouts");
  const { month } = useFormats();
  const action = useAction(
    trpc.payouts.close.mutationOptions({
      onSuccess: ({ sums }) => {
        const made = sums.reduce((all, { payouts }) => all + payouts, 0);
        return changed(`${month(period)} closed`, doneText(made));
      },
    }),
  );
  return (
    <Dialog opened={isOpen} onClose={onClose} title={`Close ${month(period)}`} size={480}>
      <ConfirmBody
        confirm="Close month"
        action={action}
        onCancel={onClose}
        onConfirm={() => action.run({ period })}
        input={<Sums of={lines} />}
      >
        Creates the payouts below at the month&apos;s revenue shares and publishes them to partners.
        This can&apos;t be undone; later changes are handled as adjustments.
      </ConfirmBody>
    </Dialog>
  );
}

/** None if another operator has closed the month meanwhile. */
function doneText(created: number): string {
  if (created === 0) return "Its payouts already existed.";
  return created === 1 ? "1 payout created." : `${created} payouts created.`;
}

/** The number of payouts and their total per currency. */
function Sums({ of: lines }: { of: readonly PreviewLine[] }) {
  const sums = new Map<string, { payouts: number; amount: number }>();
  for (const { currency, amount } of lines) {
    const before = sums.get(currency) ?? { payouts: 0, amount: 0 };
    sums.set(currency, { payouts: before.payouts + 1, amount: before.amount + amount });
  }
  return (
    <List size="sm" spacing={4}>
      {[...sums].map(([currency, { payouts, amount }]) => (
        <List.Item key={currency}>
          <strong>
            <Count value={payouts} /> {payouts === 1 ? "payout" : "payouts"}
          </strong>{" "}
          in {currency}, <Money amount={amount} currency={currency} /> total
        </List.Item>
      ))}
    </List>
  );
}
