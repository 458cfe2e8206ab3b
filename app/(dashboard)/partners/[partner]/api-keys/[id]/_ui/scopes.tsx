"use client";

import { Anchor } from "@mantine/core";
import { useState } from "react";
import type { ApiKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { Card, Section } from "@/app/_ui/layout/section";
import { SCOPES, type Scope } from "@/server/core/kernel/scopes";
import { isLive } from "../../_ui/live";
import { ScopesDialog } from "./edit-dialogs";
import classes from "./key-page.module.css";

type Props = { of: ApiKey; unused: readonly Scope[] };

/** The key's scopes, with a hint about unused ones. */
export function Scopes({ of: key, unused }: Props) {
  const access = useAccess("key.issued");
  const isShown = access !== "hidden" && isLive(key);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title="Scopes"
      actions={
        isShown && (
          <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
            Edit scopes
          </Anchor>
        )
      }
    >
      <Card>
        {key.scopes.length === 0 && (
          <span className={classes.grants}>No scopes. This key can only call GET /me.</span>
        )}
        <ul className={classes.scopes}>
          {key.scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
              <span className={classes.grants}>{SCOPES[scope]}</span>
              {unused.includes(scope) && <span className={classes.unused}>Unused for 30 days</span>}
            </li>
          ))}
        </ul>
      </Card>
      {isShown && (
        <ScopesDialog
          subject={isOpen ? key : null}
          unused={unused}
          isSuspended={access === "suspended"}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}
