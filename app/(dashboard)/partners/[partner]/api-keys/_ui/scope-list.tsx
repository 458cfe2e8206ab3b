"use client";

import { Popover, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { SCOPE_NAMES, SCOPES, type Scope } from "@/server/core/kernel/scopes";
import classes from "./scope-list.module.css";

const SHOWN = 1;

/** The first scope of a key, with a button that shows all of them and what they grant. */
export function ScopeList({ scopes, label }: { scopes: readonly Scope[]; label: string }) {
  if (scopes.length === 0) return <span className={classes.none}>No scopes</span>;
  const isAll = scopes.length === SCOPE_NAMES.length;
  const shown = isAll ? [] : scopes.slice(0, SHOWN);
  const rest = scopes.length - shown.length;
  return (
    <span className={classes.list}>
      {shown.map((scope) => (
        <code key={scope} className={classes.scope}>
          {scope}
        </code>
      ))}
      {rest > 0 && (
        <Popover width={320} shadow="md" position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={classes.more}>
              {isAll ? `All ${rest} scopes` : `+${rest}`}
              <VisuallyHidden>
                {isAll ? "" : " more scopes"} for {label}
              </VisuallyHidden>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>
            <dl className={classes.details}>
              {scopes.map((scope) => (
                <div key={scope}>
                  <dt>
                    <code className={classes.scope}>{scope}</code>
                  </dt>
                  <dd>{SCOPES[scope]}</dd>
                </div>
              ))}
            </dl>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
