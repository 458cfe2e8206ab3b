import { useState } from "react";
import type { ListedKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { Card, EditableFact, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId, Person } from "@/app/_ui/table/cells";
import { KeyStatus } from "@/app/(dashboard)/_keys/key-status";
import { KeyLimitDialog } from "../../_ui/key-dialogs";
import { LimitCell, useLimitAction } from "../../_ui/limit-cell";
import { isLive } from "../../_ui/live";
import { ExpiryDialog, NetworksDialog, RenameDialog } from "./edit-dialogs";
import classes from "./key-page.module.css";

type Task = "rename" | "expiry" | "networks" | "limit";

/** The key's properties, with buttons to edit them. */
export function Details({ of: key }: { of: ListedKey }) {
  const [task, setTask] = useState<Task | null>(null);
  const limit = useLimitAction(key);
  const isOpen = useAccess("key.issued") === "allowed" && isLive(key);
  const mayNarrow = useAccess("key.networks_narrowed") === "allowed" && isLive(key);
  const mayWiden = useAccess("key.networks_widened") === "allowed";
  const close = () => setTask(null);
  return (
    <Section title="Details">
      <Card>
        <Facts
          of={[
            ["Status", <KeyStatus key="status" of={key} />],
            [
              "Name",
              <EditableFact
                key="label"
                verb="Rename"
                isEditable={isOpen}
                onEdit={() => setTask("rename")}
              >
                {key.label}
              </EditableFact>,
            ],
            [
              "Expiration",
              <EditableFact
                key="expiry"
                verb="Edit"
                name="Edit expiration"
                isEditable={isOpen}
                onEdit={() => setTask("expiry")}
              >
                {key.expiresAt ? <DateTime at={key.expiresAt} /> : "Never"}
              </EditableFact>,
            ],
            [
              "IP addresses",
              <EditableFact
                key="networks"
                verb="Edit"
                name="Edit IP addresses"
                isEditable={mayNarrow}
                onEdit={() => setTask("networks")}
              >
                <Networks of={key} />
              </EditableFact>,
            ],
            [
              "Limit",
              <EditableFact
                key="limit"
                verb={limit.verb}
                isEditable={limit.access === "allowed"}
                onEdit={() => setTask("limit")}
              >
                <LimitCell of={key} />
              </EditableFact>,
            ],
            ["ID", <CopyId key="id" id={key.id} what="key ID" />],
            [
              "Created",
              <span key="created">
                <RelativeTime at={key.createdAt} />
                <Person name={key.createdBy} />
              </span>,
            ],
          ]}
        />
      </Card>
      {isOpen && (
        <>
          <RenameDialog subject={task === "rename" ? key : null} onClose={close} />
          <ExpiryDialog subject={task === "expiry" ? key : null} onClose={close} />
        </>
      )}
      {mayNarrow && (
        <NetworksDialog
          subject={task === "networks" ? key : null}
          mayWiden={mayWiden}
          onClose={close}
        />
      )}
      <KeyLimitDialog subject={task === "limit" ? key : null} onClose={close} />
    </Section>
  );
}

function Networks({ of: { allowedNetworks } }: { of: ListedKey }) {
  if (allowedNetworks.length === 0) return "Any";
  return (
    <ul className={classes.networks}>
      {allowedNetworks.map((network) => (
        <li key={network}>
          <code>{network}</code>
        </li>
      ))}
    </ul>
  );
}
