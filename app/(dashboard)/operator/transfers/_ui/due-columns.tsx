import type { Due } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { Count } from "@/app/_ui/format/money";
import { useZone } from "@/app/_ui/format/use-now";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { AMOUNT } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/columns";

const REASONS: Record<NonNullable<Due["reason"]>, string> = {
  on_hold: "On hold",
  not_positive: "Carried forward",
  below_minimum: "Below minimum",
  no_payout_details: "No payout details",
};

const REFUSALS: Record<string, string> = {
  ...REASONS,
  nothing_due: "Nothing is due any more",
  amount_changed: "The amount has changed",
  partner_suspended: "The partner was suspended",
};

/** Why a transfer was not created. */
export const refusalText = (reason: string) => REFUSALS[reason] ?? reason.replaceAll("_", " ");

export const DUE_COLUMNS: Column<Due>[] = [
  {
    label: "Partner",
    cell: ({ partner, currency }) => (
      <RowHead note={currency}>
        <TextLink href={partnerPath(partner.code, "/transfers")} size="sm">
          {partner.name}
        </TextLink>
      </RowHead>
    ),
  },
  { label: "Status", cell: (due) => <DueStatus of={due} /> },
  {
    label: "Payouts",
    kind: "amount",
    narrow: "hidden",
    cell: ({ payouts }) => <Count value={payouts} />,
  },
  AMOUNT,
];

/** `Suspended, on hold`; null if it can be paid. */
function labelOf({ reason, isSuspended }: Due): string {
  if (reason === null) return isSuspended ? "Suspended" : "Can be paid";
  return isSuspended ? `Suspended, ${REASONS[reason].toLowerCase()}` : REASONS[reason];
}

function toneOf({ reason, isSuspended }: Due): Tone {
  if (reason !== null) return "idle";
  return isSuspended ? "warn" : "good";
}

function DueStatus({ of: due }: { of: Due }) {
  const { money, date } = useFormats();
  const zone = useZone();
  const { reason, isSuspended, isTerminated, currency, minimumPayout, held, heldUntil } = due;
  const notes = [
    isTerminated ? "Terminated partner" : null,
    isSuspended && reason === null ? "Not selected by default" : null,
    reason === "below_minimum" ? `Minimum ${money(minimumPayout, currency)}` : null,
    heldUntil === null ? null : `${money(held, currency)} on hold until ${date(heldUntil, zone)}`,
  ].filter((note) => note !== null);
  return (
    <>
      <Status tone={toneOf(due)} label={labelOf(due)} />
      {notes.length > 0 && (
        <span className={table.note} suppressHydrationWarning>
          {notes.join(", ")}
        </span>
      )}
    </>
  );
}
