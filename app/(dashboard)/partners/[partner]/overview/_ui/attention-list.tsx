import type { ComponentProps } from "react";
import type { BrokenEndpoint, TransferRow } from "@/app/_trpc/types";
import { usePartner, usePartnerPath } from "@/app/_trpc/use-partner";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Money, Share } from "@/app/_ui/format/money";
import { useHydrated, useNow } from "@/app/_ui/format/use-now";
import {
  IconAlertTriangle,
  IconBell,
  IconCashOff,
  IconCircleCheck,
  IconClock,
  IconDots,
  IconGauge,
  IconTrash,
  IconWebhook,
} from "@/app/_ui/icons/icons";
import { AttentionLine } from "@/app/_ui/layout/attention-line";
import classes from "@/app/_ui/layout/overview.module.css";
import { Section } from "@/app/_ui/layout/section";
import { TRIGGERED_NOTE, triggered } from "@/server/core/alerts/titles";
import { limitText } from "@/server/core/keys/limits";
import {
  EXPIRES_SOON_NOTE,
  EXPIRES_SOON_READ_ONLY_NOTE,
  expiresSoonTitle,
} from "@/server/core/keys/titles";
import { PAYOUT_FAILED_NOTE, payoutFailed } from "@/server/core/payouts/titles";
import { TRANSFER_FAILED_NOTE, transferFailed } from "@/server/core/transfers/titles";
import { disabledNote, FAILING_NOTE, failing, wasDisabled } from "@/server/core/webhooks/titles";
import { refusedShare, totalOf } from "../../api-keys/_ui/usage";
import type { Attention, Known } from "./attention";

type Props = {
  items: readonly Attention[];
  /** Other things on the page need attention. */
  hasOthers: boolean;
  /** Some of it could not be refreshed, so there may be more. */
  isOutdated: boolean;
};

/** The things that need attention, each with a link to where it can be fixed. */
export function AttentionList({ items, hasOthers, isOutdated }: Props) {
  if (items.length === 0 && hasOthers && !isOutdated) return null;
  return (
    <Section title="Needs attention">
      {isOutdated && (
        <p className={classes.outdated} role="status">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          Couldn&apos;t refresh. There may be more that needs attention.
        </p>
      )}
      {items.length === 0 ? (
        !isOutdated && (
          <p className={classes.calm}>
            <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            All caught up. No failing webhooks, triggered alerts, rate-limited keys, expiring keys,
            or failed transfers and payouts.
          </p>
        )
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
    case "transfer":
      return <FailedTransfer of={item.transfer} />;
    case "details":
      return <MissingDetails />;
    case "payout":
      return <FailedPayout of={item} />;
    case "webhook":
      return <Broken of={item.endpoint} />;
    case "alert":
      return (
        <Line
          Icon={IconBell}
          tone="bad"
          path="/settings/alerts"
          title={triggered(item.alert.rule)}
          note={TRIGGERED_NOTE}
        >
          {item.alert.firedAt !== null && <RelativeTime at={item.alert.firedAt} />}
        </Line>
      );
    case "limited":
      return <Limited of={item} />;
    case "ending":
      return <Ending of={item} />;
    case "more":
      return <Line Icon={IconDots} {...MORE[item.id]} />;
    default:
      return (
        <Line
          Icon={IconTrash}
          path={`/api-keys/${item.id}`}
          title={`Old key ${item.key.label} is ready to revoke`}
          note="No requests in 24 hours; its replacement is active."
        />
      );
  }
}

/** The lists of everything, of which the first are shown here. */
const MORE: Record<keyof Known, { path: string; title: string; note: string }> = {
  transfer: {
    path: "/settings/payout-details",
    title: "More transfers failed",
    note: "Check your payout details.",
  },
  payout: {
    path: "/payouts?status=failed",
    title: "More payouts failed",
    note: "View all failed payouts.",
  },
  webhook: {
    path: "/webhooks",
    title: "More webhook endpoints are failing",
    note: "View all webhook endpoints.",
  },
  alert: {
    path: "/settings/alerts",
    title: "More alerts are triggered",
    note: "View all alerts.",
  },
  limited: {
    path: "/api-keys?which=limited",
    title: "More keys had rate-limited requests",
    note: "View all keys with rate-limited requests.",
  },
  ending: {
    path: "/api-keys?which=ending",
    title: "More keys expire soon",
    note: "View all keys that expire within 30 days.",
  },
  replaced: {
    path: "/api-keys?which=replaced",
    title: "More old keys are ready to revoke",
    note: "View all replaced keys without recent requests.",
  },
};

function FailedTransfer({ of: { amount, currency } }: { of: TransferRow }) {
  const { money } = useFormats();
  return (
    <Line
      Icon={IconCashOff}
      tone="bad"
      path="/settings/payout-details"
      title={transferFailed(money(amount, currency))}
      note={TRANSFER_FAILED_NOTE}
    />
  );
}

function FailedPayout({ of: { payout } }: { of: Extract<Attention, { kind: "payout" }> }) {
  const { month } = useFormats();
  return (
    <Line
      Icon={IconCashOff}
      tone="bad"
      path={`/payouts?payout=${payout.id}`}
      title={payoutFailed(month(payout.period))}
      note={PAYOUT_FAILED_NOTE}
    >
      <Money amount={payout.amount} currency={payout.currency} />
    </Line>
  );
}

function MissingDetails() {
  const isLocked = useIsSuspended();
  const none = "There is no account yet to which your payouts can be transferred.";
  return (
    <Line
      Icon={IconCashOff}
      path="/settings/payout-details"
      title={isLocked ? "Payout details are missing" : "Add payout details"}
      note={isLocked ? `${none} You can add one once the account is active again.` : none}
    />
  );
}

function Ending({ of: { id, key } }: { of: Extract<Attention, { kind: "ending" }> }) {
  const isLocked = useIsSuspended();
  return (
    <Line
      Icon={IconClock}
      path={`/api-keys/${id}`}
      title={expiresSoonTitle(key.label)}
      note={isLocked ? EXPIRES_SOON_READ_ONLY_NOTE : EXPIRES_SOON_NOTE}
    >
      {key.expiresAt !== null && <RelativeTime at={key.expiresAt} />}
    </Line>
  );
}

/** Whether the partner is suspended, but not terminated: its payout details can be changed then. */
function useIsSuspended(): boolean {
  const { partner, terminatedAt } = usePartner();
  return partner.status === "suspended" && terminatedAt === null;
}

function Broken({ of: { id, url, problem, since } }: { of: BrokenEndpoint }) {
  const isSuspended = useIsSuspended();
  const { terminatedAt } = usePartner();
  const isFailing = problem === "failing";
  return (
    <Line
      Icon={IconWebhook}
      tone="bad"
      path={`/webhooks/${id}`}
      title={isFailing ? failing(url) : wasDisabled(url)}
      note={
        isFailing
          ? FAILING_NOTE
          : disabledNote({ isSuspended, isTerminated: terminatedAt !== null })
      }
    >
      <RelativeTime at={since} />
    </Line>
  );
}

function Limited({ of: { traffic } }: { of: Extract<Attention, { kind: "limited" }> }) {
  const { number } = useFormats();
  const { key, rateLimited } = traffic;
  const last = useTimeOf(traffic.limitedAt);
  const times = `${number(rateLimited)} ${rateLimited === 1 ? "time" : "times"}`;
  return (
    <Line
      Icon={IconGauge}
      tone="bad"
      path={`/api-keys/${key.id}`}
      title={`${key.label} was rate limited ${times}${last}`}
      note={`${number(traffic.rateLimited)} of ${number(totalOf(traffic))} requests in the last 24 hours. The limit is ${limitText(key.perMinute)}.`}
    >
      <Share value={refusedShare(traffic)} />
    </Line>
  );
}

/** ", last 10:28 AM", or the day too if it was not today; empty until the time zone is known. */
function useTimeOf(at: string | null): string {
  const { timeOfDay, moment } = useFormats();
  const isHydrated = useHydrated();
  const nowMs = useNow();
  if (at === null || !isHydrated) return "";
  const isToday = new Date(at).toDateString() === new Date(nowMs).toDateString();
  return `, last ${isToday ? timeOfDay(at, undefined) : moment(at, undefined)}`;
}

type LineProps = Omit<ComponentProps<typeof AttentionLine>, "href"> & { path: string };

function Line({ path, ...line }: LineProps) {
  const pathOf = usePartnerPath();
  return <AttentionLine href={pathOf(path)} {...line} />;
}
