import { Button, Group, Text } from "@mantine/core";
import type { AuditEvent } from "@/app/_trpc/types";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { DateTime } from "@/app/_ui/format/moment";
import { inUtc } from "@/app/_ui/format/time";
import { PageLink } from "@/app/_ui/layout/page-link";
import { pagesFor, partnerPath } from "@/app/_ui/layout/pages";
import { Facts } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { Concealed, CopyId } from "@/app/_ui/table/cells";

/** An event of a partner's log, or of the platform's, which also names the partner. */
type Shown = AuditEvent & { partner?: { code: string; name: string } | null };

const ACTORS = { user: "User", key: "API key", operator: "Operator", system: "System" } as const;

type Props<Row extends Shown> = {
  event: Row | null;
  /** The code of the partner of a partner's log; null in the platform's. */
  partner: string | null;
  /** Lists all events of a resource; without it, the log can't be filtered by one. */
  onSubject?: (subject: string) => void;
  onClose: () => void;
};

/** All of an event, with its IDs and its exact time. */
export function AuditDrawer<Row extends Shown>({ event, onClose, ...rest }: Props<Row>) {
  return (
    <DetailDrawer subject={event} title={() => "Event"} onClose={onClose}>
      {(shown) => <Details of={shown} {...rest} />}
    </DetailDrawer>
  );
}

type DetailsProps = Pick<Props<Shown>, "partner" | "onSubject"> & { of: Shown };

function Details({ of: event, partner, onSubject }: DetailsProps) {
  const { actor, sentence, subject, address } = event;
  const code = partner ?? event.partner?.code ?? null;
  const page = code
    ? pagesFor(code, false).find(({ finds }) => finds && subject.startsWith(finds.prefix))
    : undefined;
  return (
    <>
      <Text size="sm" mb="md">
        <strong>{actor.name}</strong> {sentence}
      </Text>
      <Concealed note={event.note} />
      <Facts
        of={[
          ["Time", <DateTime key="time" at={event.at} />],
          ["Exact time", inUtc(event.at)],
          ["Actor", `${actor.name} (${ACTORS[actor.kind]})`],
          actor.id !== actor.name &&
            actor.kind !== "operator" && [
              "Actor ID",
              <CopyId key="actor" id={actor.id} what="actor ID" />,
            ],
          ["Action", <code key="action">{event.action}</code>],
          ["Resource ID", <CopyId key="subject" id={subject} what="resource ID" />],
          event.partner !== undefined && ["Partner", <Partner key="p" of={event} />],
          ["IP address", address ?? (actor.kind === "operator" && partner ? "Hidden" : "—")],
          ["Event ID", <CopyId key="id" id={event.id} what="event ID" />],
        ]}
      />
      <Group gap="sm" mt="lg">
        {page?.finds && (
          <Button component={PageLink} href={page.finds.href + subject} variant="default" size="xs">
            Open {page.finds.what}
          </Button>
        )}
        {onSubject && (
          <Button variant="default" size="xs" onClick={() => onSubject(subject)}>
            All events of this resource
          </Button>
        )}
      </Group>
    </>
  );
}

function Partner({ of: { partner } }: { of: Shown }) {
  if (!partner) return "Platform";
  return (
    <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
      {partner.name}
    </TextLink>
  );
}
