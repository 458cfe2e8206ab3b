"use client";

import { Button } from "@mantine/core";
import classes from "./table.module.css";

type Props = { verb: string; of: string; isDanger?: boolean; onClick: () => void };

/** A button in a row. What it is about is in the row to be seen, and in its name to be heard. */
export function RowButton({ verb, of, isDanger, onClick }: Props) {
  return (
    <Button
      size="xs"
      variant="default"
      className={isDanger ? classes.danger : undefined}
      aria-label={`${verb} ${of}`}
      onClick={onClick}
    >
      {verb}
    </Button>
  );
}
