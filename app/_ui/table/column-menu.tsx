"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconColumns3 } from "@tabler/icons-react";
import { useMe } from "@/app/_trpc/use-me";
import type { Column } from "./data-table";
import classes from "./table.module.css";

type Choice<Row> = {
  /** The columns that are shown. */
  columns: readonly Column<Row>[];
  offered: readonly string[];
  shown: readonly string[];
  onChange: (shown: string[]) => void;
};

/** The columns that the user has chosen, remembered in the browser for each user. */
export function useChosenColumns<Row>(
  table: string | undefined,
  all: readonly Column<Row>[],
): Choice<Row> {
  const { user } = useMe();
  const [stored, setStored] = useLocalStorage<Record<string, boolean>>({
    key: `columns:${user.id}:${table}`,
    defaultValue: {},
  });
  // The row headers and the actions are always shown.
  const offered = all.slice(1).filter(({ kind }) => kind !== "actions");
  const isShown = ({ label, isOptional = false }: Column<Row>) => stored[label] ?? !isOptional;
  return {
    columns: all.filter((column) => !offered.includes(column) || isShown(column)),
    offered: offered.map(({ label }) => label),
    shown: offered.filter(isShown).map(({ label }) => label),
    onChange: (shown) =>
      setStored(Object.fromEntries(offered.map(({ label }) => [label, shown.includes(label)]))),
  };
}

/** The menu that shows and hides columns. */
export function ColumnMenu({ offered, shown, onChange }: Omit<Choice<unknown>, "columns">) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.columns}
          aria-label="Choose columns"
        >
          <IconColumns3 size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...shown]} onChange={onChange}>
          {offered.map((label) => (
            <Menu.CheckboxItem key={label} value={label}>
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
