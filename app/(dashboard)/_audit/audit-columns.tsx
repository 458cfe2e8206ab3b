import { UnstyledButton } from "@mantine/core";
import type { AuditEvent } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import { Concealed } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import classes from "./audit.module.css";

/** The sentence of an event, which opens its details. */
export function sentenceColumn<Row extends AuditEvent>(onLook: (event: Row) => void): Column<Row> {
  return {
    label: "Event",
    kind: "sentence",
    cell: (event) => (
      <UnstyledButton className={table.rowLink} onClick={() => onLook(event)}>
        <span className={`${table.clamp} ${classes.sentence}`}>
          <strong>{event.actor.name}</strong> {event.sentence}
        </span>
        <Concealed note={event.note} />
      </UnstyledButton>
    ),
  };
}

/** When it happened, to the minute; its details have the seconds. */
export const TIME_COLUMN: Column<AuditEvent> = {
  label: "Time",
  cell: ({ at }) => <DateTime at={at} />,
};
