import { Anchor } from "@mantine/core";
import { useState } from "react";
import type { ApiKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { Card, Section } from "@/app/_ui/layout/section";
import { isLive } from "../../_ui/live";
import { groupsOf, useScopes } from "../../_ui/use-scopes";
import { ScopesDialog } from "./edit-dialogs";
import classes from "./key-page.module.css";

type Props = { of: ApiKey; unused: readonly string[] };

/** The key's scopes, with a hint about unused ones. */
export function Scopes({ of: key, unused }: Props) {
  const mayNarrow = useAccess("key.narrowed") === "allowed";
  const mayWiden = useAccess("key.widened") === "allowed";
  const { grantOf } = useScopes();
  const groups = groupsOf(key.scopes);
  const isShown = mayNarrow && isLive(key);
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
        {groups.map(({ title, scopes }) => (
          <div key={title} className={classes.group}>
            {groups.length > 1 && <h3 className={classes.groupTitle}>{title}</h3>}
            <ul className={classes.scopes}>
              {scopes.map((scope) => (
                <li key={scope}>
                  <code>{scope}</code>
                  <span className={classes.grants}>{grantOf(scope)}</span>
                  {unused.includes(scope) && (
                    <span className={classes.unused}>Unused for 30 days</span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Card>
      {isShown && (
        <ScopesDialog
          subject={isOpen ? key : null}
          unused={unused}
          mayWiden={mayWiden}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}
