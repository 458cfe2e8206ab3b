import type { ComponentProps } from "react";
import type { Home } from "@/app/_trpc/types";
import { useFormats } from "@/app/_ui/format/locale";
import { Count } from "@/app/_ui/format/money";
import {
  IconCash,
  IconCircleCheck,
  IconFileImport,
  IconGauge,
  IconKey,
  IconSend,
} from "@/app/_ui/icons/icons";
import { AttentionLine } from "@/app/_ui/layout/attention-line";
import classes from "@/app/_ui/layout/overview.module.css";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { platformKeyLeakedTitle } from "@/server/core/leaks/titles";

/** A list of the open decisions, each with a link to its page. */
export function Decisions({ of }: { of: Home["decisions"] }) {
  const { month } = useFormats();
  const {
    limitRequests,
    leaked,
    leakedPlatformKeys,
    pendingTransfers,
    interruptedImports,
    unclosed,
  } = of;
  const items: Item[] = [
    ...leakedPlatformKeys.map(({ id, label }) => ({
      id,
      Icon: IconKey,
      tone: "bad" as const,
      href: "/operator/platform-keys",
      title: platformKeyLeakedTitle(label),
      note: "Revoke it, or dismiss the leak.",
    })),
    ...leaked.map(({ id, label, partner }) => ({
      Icon: IconKey,
      tone: "bad" as const,
      href: partnerPath(partner.code, `/api-keys/${id}`),
      title: `${partner.name}: key ${label} was leaked`,
      note: "Revoke it, or dismiss the leak.",
    })),
    limitRequests > 0 && {
      Icon: IconGauge,
      href: "/operator/limit-requests?status=open",
      title: "Limit requests to decide",
      note: "Partners requested higher rate limits.",
      count: limitRequests,
    },
    unclosed.partners > 0 && {
      Icon: IconCash,
      href: `/operator/payouts?month=${unclosed.period}`,
      title: `${month(unclosed.period)} isn't closed`,
      note: "Partners with charges and without a payout for the month.",
      count: unclosed.partners,
    },
    pendingTransfers > 0 && {
      Icon: IconSend,
      href: "/operator/transfers?status=pending",
      title: "Pending transfers",
      note: "Update their status once the bank has paid them.",
      count: pendingTransfers,
    },
    interruptedImports > 0 && {
      Icon: IconFileImport,
      href: "/operator/imports",
      title: "Interrupted imports",
      note: "Continue them with the same file, or cancel them.",
      count: interruptedImports,
    },
  ].filter((item) => item !== false);
  return (
    <Section title="Waiting for a decision">
      {items.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          All caught up. No limit requests, open months, pending transfers, interrupted imports or
          leaked keys.
        </p>
      ) : (
        <Lines of={items} />
      )}
    </Section>
  );
}

/** Keys with many failed or rate-limited requests; renders nothing if there are none. */
export function FailingKeys({ of }: { of: Home["failingKeys"] }) {
  const { number } = useFormats();
  if (of.length === 0) return null;
  const items = of.map(({ id, label, partner, requests, failed, rateLimited }) => ({
    Icon: IconKey,
    tone: "bad" as const,
    href: partnerPath(partner.code, `/api-keys/${id}`),
    title: `${partner.name}: ${label}`,
    note: `${number(failed)} ${failed === 1 ? "error" : "errors"} and ${number(rateLimited)} rate limited of ${number(requests)} requests in the last hour.`,
    count: failed + rateLimited,
  }));
  return (
    <Section title="Failing keys">
      <Lines of={items} />
    </Section>
  );
}

type Item = Omit<ComponentProps<typeof AttentionLine>, "children"> & {
  /** Where several have the same link. */
  id?: string;
  count?: number;
};

function Lines({ of }: { of: readonly Item[] }) {
  return (
    <ul className={classes.items}>
      {of.map(({ id, count, ...line }) => (
        <li key={id ?? line.href}>
          <AttentionLine {...line}>{count !== undefined && <Count value={count} />}</AttentionLine>
        </li>
      ))}
    </ul>
  );
}
