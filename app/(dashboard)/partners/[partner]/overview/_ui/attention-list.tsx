"use client";

import {
  IconArrowRight,
  IconCashOff,
  IconCircleCheck,
  IconClock,
  IconGauge,
  IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { perMinute } from "@/app/_ui/format/formats";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Money, Share } from "@/app/_ui/format/money";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { Section } from "@/app/_ui/layout/section";
import { refusedShare, totalOf } from "../../api-keys/_ui/usage";
import type { Attention } from "./attention";
import classes from "./overview.module.css";

/** The things that need attention, each with a link to where it can be fixed. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  return (
    <Section title="Needs attention">
      {items.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          Nothing: no key is at its limit or about to expire, and no payout has failed.
        </p>
      ) : (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <Item of={item} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Item({ of: item }: { of: Attention }) {
  switch (item.kind) {
    case "payout":
      return <FailedPayout of={item} />;
    case "limited":
      return <Limited of={item} />;
    case "ending":
      return (
        <Line
          Icon={IconClock}
          path={`/api-keys/${item.id}`}
          title={`“${item.key.label}” expires`}
          note="Rotate it and give the successor a later expiry, or change its expiry."
        >
          <RelativeTime at={item.endsAt} />
        </Line>
      );
    default:
      return (
        <Line
          Icon={IconTrash}
          path={`/api-keys/${item.id}`}
          title={`The old “${item.key.label}” can be revoked`}
          note="Its successor is in use, and it has been silent for 24 h."
        />
      );
  }
}

function FailedPayout({ of: { payout } }: { of: Extract<Attention, { kind: "payout" }> }) {
  const { month } = useFormats();
  return (
    <Line
      Icon={IconCashOff}
      tone="bad"
      path={`/payouts?payout=${payout.id}`}
      title={`The payout of ${month(payout.period)} failed`}
      note={payout.reference ?? "The platform's operators will try again."}
    >
      <Money amount={payout.amount} currency={payout.currency} />
    </Line>
  );
}

function Limited({ of: { key, usage } }: { of: Extract<Attention, { kind: "limited" }> }) {
  const { number } = useFormats();
  return (
    <Line
      Icon={IconGauge}
      tone="bad"
      path={`/api-keys/${key.id}`}
      title={`“${key.label}” is at its limit of ${perMinute(key.perMinute)}`}
      note={`${number(usage.rateLimited)} of ${number(totalOf(usage))} calls were answered 429 in the last 24 h.`}
    >
      <Share value={refusedShare(usage)} />
    </Line>
  );
}

type LineProps = {
  Icon: typeof IconClock;
  path: string;
  title: string;
  note: string;
  tone?: "bad";
  children?: ReactNode;
};

function Line({ Icon, path, title, note, tone, children }: LineProps) {
  return (
    <div className={classes.item} data-tone={tone}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <PartnerLink path={path} className={classes.lead}>
          {title}
        </PartnerLink>
        <span className={classes.note} suppressHydrationWarning>
          {note}
        </span>
      </div>
      <span className={classes.amount}>{children}</span>
      <IconArrowRight size={16} stroke={1.6} aria-hidden className={classes.arrow} />
    </div>
  );
}
