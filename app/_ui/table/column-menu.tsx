import { useLocalStorage } from "@mantine/hooks";
import { useMe } from "@/app/_trpc/use-me";
import { IconColumns3 } from "@/app/_ui/icons/icons";
import { LazyMenu } from "./lazy-menu";
import classes from "./table.module.css";
import type { Column } from "./table-types";

type Choice<Row> = {
  /** The columns that are shown. */
  columns: readonly Column<Row>[];
  offered: readonly string[];
  shown: string[];
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
    <LazyMenu
      label="Choose columns"
      icon={<IconColumns3 size={16} stroke={1.6} aria-hidden />}
      className={classes.columns}
      content={{ kind: "columns", offered, shown, onChange }}
    />
  );
}
