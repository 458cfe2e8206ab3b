import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { BrokenEndpoint } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { AttentionLine } from "@/app/_ui/layout/attention-line";
import classes from "@/app/_ui/layout/overview.module.css";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { hostOf } from "@/server/core/webhooks/titles";

const REFRESH_MS = 30_000;

/** The failing webhook endpoints of all partners; renders nothing if there are none. */
export function BrokenEndpoints() {
  const trpc = useTRPC();
  const found = useQuery(
    trpc.webhooks.allBroken.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  if (!found.data || found.data.data.length === 0) return null;
  return (
    <Section title="Failing webhook endpoints">
      <ul className={classes.items}>
        {found.data.data.map((endpoint) => (
          <li key={endpoint.id}>
            <Item of={endpoint} />
          </li>
        ))}
      </ul>
      {found.data.hasMore && <p className={classes.note}>More endpoints are failing.</p>}
    </Section>
  );
}

function Item({ of: { id, url, partner, problem, since } }: { of: BrokenEndpoint }) {
  const isFailing = problem === "failing";
  const path = `/webhooks/${id}`;
  return (
    <AttentionLine
      Icon={IconWebhook}
      tone="bad"
      href={partner ? partnerPath(partner.code, path) : `/operator${path}`}
      title={`${partner?.name ?? "Platform"}: webhook endpoint ${hostOf(url)} ${isFailing ? "is failing" : "was disabled"}`}
      note={
        isFailing
          ? "No delivery has succeeded since the first failure."
          : "Deliveries kept failing. It receives no events until it is enabled again."
      }
    >
      <RelativeTime at={since} />
    </AttentionLine>
  );
}
