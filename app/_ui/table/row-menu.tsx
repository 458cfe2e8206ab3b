import { IconDots } from "@/app/_ui/icons/icons";
import { LazyMenu } from "./lazy-menu";
import type { RowAction } from "./table-types";

type Props = {
  /** The subject of the row, as no other row: the button's name is "Actions for" it. */
  of: string;
  actions: readonly (RowAction | false)[];
};

const isOffered = (action: RowAction | false): action is RowAction =>
  action !== false && action.access !== "hidden";

/** The actions on a row, in a menu; renders nothing when there are none. */
export function RowMenu({ of, actions }: Props) {
  const offered = actions.filter(isOffered);
  if (offered.length === 0) return null;
  return (
    <LazyMenu
      label={`Actions for ${of}`}
      icon={<IconDots size={18} aria-hidden />}
      content={{ kind: "actions", actions: offered }}
    />
  );
}
