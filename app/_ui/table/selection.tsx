import { Button, Group } from "@mantine/core";
import { useState } from "react";
import classes from "./table.module.css";
import type { TableProps } from "./table-types";

/** The checkboxes of a table, and the bar with the action; null for a table without selection. */
export function useSelection<Row>({ rows, keyOf, selection }: TableProps<Row>) {
  // A row that the user has selected or cleared stays so, whatever the default becomes.
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (!selection) return null;
  const { isSelectedAtFirst = () => false, actions } = selection;
  const isSelected = (row: Row) => changed.get(keyOf(row)) ?? isSelectedAtFirst(row);
  // A row that is gone, or that no longer offers the action, is not selected any more.
  const offered = rows.filter(selection.isOffered);
  const chosen = offered.filter(isSelected);
  const set = (some: readonly Row[], isOn: boolean) => {
    setChanged(new Map([...changed, ...some.map((row) => [keyOf(row), isOn] as const)]));
  };
  return {
    head: (
      <th scope="col" data-select>
        <Checkbox
          label="Select all"
          checked={chosen.length > 0 && chosen.length === offered.length}
          isPartial={chosen.length > 0 && chosen.length < offered.length}
          isDisabled={offered.length === 0}
          onChange={(isOn) => set(offered, isOn)}
        />
      </th>
    ),
    cell: (row: Row) => (
      <td data-select>
        {selection.isOffered(row) && (
          <Checkbox
            label={`Select ${selection.nameOf(row)}`}
            checked={isSelected(row)}
            onChange={(isOn) => set([row], isOn)}
          />
        )}
      </td>
    ),
    // It floats at the bottom, so that no row moves.
    bar: chosen.length > 0 && (
      <Group role="group" aria-label="Selected rows" gap="sm" className={classes.selection}>
        <span role="status">{chosen.length} selected</span>
        {actions.map(({ label, onAction, isDanger }, index) => (
          <Button
            key={label(2)}
            size="xs"
            {...(isDanger ? { color: "red" } : index > 0 && { variant: "default" })}
            onClick={() => onAction(chosen)}
          >
            {label(chosen.length)}
          </Button>
        ))}
        {/* Narrow tables have no head with a checkbox. */}
        {chosen.length < offered.length && (
          <Button size="xs" variant="default" onClick={() => set(offered, true)}>
            Select all {offered.length}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => set(offered, false)}>
          Clear selection
        </Button>
      </Group>
    ),
  };
}

type CheckboxProps = {
  label: string;
  checked: boolean;
  /** Some of the rows are selected. */
  isPartial?: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

function Checkbox(props: CheckboxProps) {
  const { label, checked, isPartial = false, isDisabled = false, onChange } = props;
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      aria-label={label}
      checked={checked}
      disabled={isDisabled}
      ref={(input) => {
        if (input) input.indeterminate = isPartial;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
