import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@/app/_ui/icons/icons";
import classes from "./table.module.css";
import type { Sort } from "./table-types";

type Props = {
  label: string;
  kind: string | undefined;
  /** The sort by this column before it is reversed. */
  first: string;
  sort: Sort;
};

const columnOf = (sort: string) => sort.replace("-", "");
const reversed = (sort: string) => (sort.startsWith("-") ? columnOf(sort) : `-${sort}`);

/** The header of a column that sorts the list; a second press reverses the order. */
export function SortHeader({ label, kind, first, sort: { value, onChange } }: Props) {
  const isSorted = columnOf(value) === columnOf(first);
  const isDescending = value.startsWith("-");
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const order = isDescending ? "descending" : "ascending";
  return (
    <th scope="col" data-kind={kind} aria-sort={isSorted ? order : undefined}>
      <UnstyledButton
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onChange(isSorted ? reversed(value) : first)}
      >
        {label}
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
