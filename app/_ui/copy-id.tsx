"use client";

import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-id.module.css";

/** An id in full, or where there is little room its end, with a button that copies all of it. */
export function CopyId({ id, what = "id" }: { id: string; what?: string }) {
  return (
    <span className={classes.id}>
      <code className={classes.code} title={id}>
        {id}
      </code>
      <CopyButton value={id} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
