"use client";

import { ActionIcon, Button, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ApiKey } from "@/app/_trpc/types";
import classes from "./cells.module.css";
import table from "./table.module.css";

/** A text of a cell as software writes it, or in a word that there is none. */
export function CodeOrNone({ of, none }: { of: string | null; none: string }) {
  if (of === null) return <span className={table.none}>{none}</span>;
  return <code className={table.code}>{of}</code>;
}

/** An id in full, or where there is little room its end, with a button that copies all of it. */
export function CopyId({ id, what = "id" }: { id: string; what?: string }) {
  return (
    <span className={classes.id}>
      <code className={classes.idText} title={id}>
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

/** The ends by which a key is recognised. */
export function KeyCode({ of: { head, tail } }: { of: Pick<ApiKey, "head" | "tail"> }) {
  return (
    <code className={classes.keyCode}>
      {head}...{tail}
    </code>
  );
}

/** Who did something, in a line: an address that is too long for its place is cut, and shown whole on hover. */
export function Person({ name }: { name: string }) {
  return (
    <span className={classes.person} title={name}>
      by {name}
    </span>
  );
}

type RowButtonProps = { verb: string; of: string; isDanger?: boolean; onClick: () => void };

/** A button in a row. What it is about is in the row to be seen, and in its name to be heard. */
export function RowButton({ verb, of, isDanger, onClick }: RowButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      className={isDanger ? table.danger : undefined}
      aria-label={`${verb} ${of}`}
      onClick={onClick}
    >
      {verb}
    </Button>
  );
}

/** What a row is about, and in a line below it what tells it from others. */
export function RowHead({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <>
      <span className={table.label}>{children}</span>
      {note && <span className={table.note}>{note}</span>}
    </>
  );
}
