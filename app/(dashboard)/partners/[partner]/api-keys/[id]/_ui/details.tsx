"use client";

import { Anchor } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ListedKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId, Person } from "@/app/_ui/table/cells";
import { KeyLimitDialog } from "../../_ui/key-limit-dialog";
import { KeyStatus } from "../../_ui/key-status";
import { LimitCell, useLimitAction } from "../../_ui/limit-cell";
import { isLive } from "../../_ui/live";
import { ExpiryDialog } from "./expiry-dialog";
import classes from "./key-page.module.css";
import { RenameDialog } from "./rename-dialog";

type Task = "rename" | "expiry" | "limit";

/** The key's properties, with buttons to edit them. */
export function Details({ of: key }: { of: ListedKey }) {
  const [task, setTask] = useState<Task | null>(null);
  const limit = useLimitAction(key);
  const access = useAccess("key.issued");
  const isOpen = access === "allowed" && isLive(key);
  const close = () => setTask(null);
  return (
    <Section title="Details">
      <Card>
        <Facts
          of={[
            ["Status", <KeyStatus key="status" of={key} />],
            [
              "Name",
              <Changeable key="label" verb="Rename" isOpen={isOpen} onAsk={() => setTask("rename")}>
                {key.label}
              </Changeable>,
            ],
            [
              "Expiration",
              <Changeable
                key="expiry"
                verb="Edit"
                name="Edit expiration"
                isOpen={isOpen}
                onAsk={() => setTask("expiry")}
              >
                {key.expiresAt ? <DateTime at={key.expiresAt} /> : "Never"}
              </Changeable>,
            ],
            [
              "Limit",
              <Changeable
                key="limit"
                verb={limit.verb}
                isOpen={limit.access === "allowed"}
                onAsk={() => setTask("limit")}
              >
                <LimitCell of={key} />
              </Changeable>,
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
      {access !== "hidden" && (
        <>
          <RenameDialog subject={task === "rename" ? key : null} onClose={close} />
          <ExpiryDialog subject={task === "expiry" ? key : null} onClose={close} />
        </>
      )}
      <KeyLimitDialog subject={task === "limit" ? key : null} onClose={close} />
    </Section>
  );
}

type ChangeableProps = {
  verb: string;
  /** The button's accessible name, where the verb alone is not enough. */
  name?: string;
  isOpen: boolean;
  onAsk: () => void;
  children: ReactNode;
};

function Changeable({ verb, name, isOpen, onAsk, children }: ChangeableProps) {
  return (
    <span className={classes.fact}>
      <span>{children}</span>
      {isOpen && (
        <Anchor component="button" type="button" size="xs" aria-label={name} onClick={onAsk}>
          {verb}
        </Anchor>
      )}
    </span>
  );
}
