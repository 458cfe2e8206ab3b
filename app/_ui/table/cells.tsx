import { ActionIcon, CopyButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiKey } from "@/app/_trpc/types";
import { actorName } from "@/app/_ui/format/actor-name";
import { IconCheck, IconCopy } from "@/app/_ui/icons/icons";
import classes from "./cells.module.css";
import table from "./table.module.css";

/** Monospace text, or `none` when empty. */
export function CodeOrNone({ of, none }: { of: string | null; none: string }) {
  if (of === null) return <span className={table.none}>{none}</span>;
  return <code className={table.code}>{of}</code>;
}

/** An ID with a button that copies it; two-line rows have no button. */
export function CopyId({ id, what = "ID" }: { id: string; what?: string }) {
  return (
    <span className={classes.id}>
      <code className={classes.idText} title={id}>
        {id}
      </code>
      <CopyButton value={id} timeout={2_000}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
            data-tip={copied ? "Copied" : `Copy ${what}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

type ShownKey = Pick<ApiKey, "head" | "tail">;

/** The first and last characters of a key, by which users recognize it. */
export function KeyCode({ of }: { of: ShownKey }) {
  return <code className={classes.keyCode}>{maskedKey(of)}</code>;
}

/** The same as text: several keys may have one name. */
export const maskedKey = ({ head, tail }: ShownKey) => `${head}...${tail}`;

/** The name or email of an actor. A long one is cut, and shown in full on hover. */
export function Person({ name }: { name: string }) {
  const shown = actorName(name);
  return (
    <span className={table.note} title={shown}>
      by {shown}
    </span>
  );
}

/** A long text: two lines of it, and all of it on hover. */
export function LongText({ children }: { children: string }) {
  return (
    <span className={table.clamp} title={children}>
      {children}
    </span>
  );
}

/** A warning below a name or email address that mixes alphabets or whose domain is encoded. */
export function Concealed({ note }: { note: string | null }) {
  if (!note) return null;
  return (
    <span className={table.note} title={note}>
      {note}
    </span>
  );
}

/** That the latest mail to a person was refused, below the email address; nothing otherwise. */
export function MailRefused({ to, reason }: { to: string; reason: string | null }) {
  if (reason === null) return null;
  return <Concealed note={`Mail to ${to} was refused. ${reason}`} />;
}

/**
 * The subject of a row, with a detail line below. A name that is written from right to left is cut
 * at its end, and not at its beginning.
 */
export function RowHead({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <>
      <span className={table.label} dir="auto">
        {children}
      </span>
      {note && <span className={table.note}>{note}</span>}
    </>
  );
}
