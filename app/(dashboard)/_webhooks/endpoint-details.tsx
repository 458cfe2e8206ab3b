import { Anchor } from "@mantine/core";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { Card, EditableFact, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import type { EndpointTask } from "./endpoint-dialogs";
import { EndpointStatus } from "./endpoint-status";
import { ALL_EVENTS } from "./event-types";
import { useOwner } from "./use-owner";
import classes from "./webhooks.module.css";

type Props = { of: WebhookEndpoint; onTask: (task: EndpointTask) => void };

const PAYLOADS = { thin: "Thin", snapshot: "Snapshot" } as const;

/** The endpoint's settings, with buttons to change them. */
export function EndpointDetails({ of: endpoint, onTask }: Props) {
  const { manage } = useOwner();
  const isOpen = manage === "allowed";
  const { types, secretRotatesAt } = endpoint;
  return (
    <Section
      title="Details"
      actions={
        isOpen && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => onTask({ kind: "edit", endpoint })}
          >
            Edit endpoint
          </Anchor>
        )
      }
    >
      <Card>
        <Facts
          of={[
            ["Status", <EndpointStatus key="status" of={endpoint} />],
            ["URL", <CopyId key="url" id={endpoint.url} what="URL" />],
            ["Events", <Types key="types" of={types} />],
            ["Payload", PAYLOADS[endpoint.payload]],
            ["Rate limit", `${endpoint.perSecond}/s`],
            [
              "Secret",
              <EditableFact
                key="secret"
                verb="Rotate"
                isEditable={isOpen}
                onEdit={() => onTask({ kind: "rotate", endpoint })}
              >
                {secretRotatesAt ? (
                  <>
                    Rotated; the previous one is valid until <DateTime at={secretRotatesAt} />
                  </>
                ) : (
                  <code className={classes.code}>whsec_…</code>
                )}
              </EditableFact>,
            ],
            ["ID", <CopyId key="id" id={endpoint.id} what="endpoint ID" />],
            ["Created", <RelativeTime key="created" at={endpoint.createdAt} />],
          ]}
        />
      </Card>
    </Section>
  );
}

function Types({ of: types }: { of: readonly string[] }) {
  if (types.includes(ALL_EVENTS)) return "All events";
  return (
    <ul className={classes.types}>
      {types.map((type) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  );
}
