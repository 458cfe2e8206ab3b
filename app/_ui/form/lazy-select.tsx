import { ComboboxChevron, ComboboxClearButton, InputBase } from "@mantine/core";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { useOnPress } from "@/app/_ui/load/use-on-press";
import type { OpenSelect } from "./open-select";
import type { Option } from "./searchable-select";

type Props = Omit<ComponentProps<typeof OpenSelect>, "onChange" | "typed"> & {
  "aria-label": string;
  onChange: (value: string | null, option: Option | null) => void;
};

const load = async () => (await import("./open-select")).OpenSelect;
const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter"];

/**
 * A choice from a list, which is loaded when the field is opened: a visit to a page opens few of
 * them. What is typed meanwhile is searched for. In a dialog, which is loaded when it opens, a field
 * is a SearchableSelect or native.
 */
export function LazySelect(props: Props) {
  const { data, value, searchable = false, clearable = false, clearButtonProps, onChange } = props;
  const { size = "sm", w, className = "", placeholder = "" } = props;
  const { Part: Select, button } = useOnPress(load);
  const [typed, setTyped] = useState<string | null>(null);
  if (Select) return <Select {...props} typed={typed} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key) && (searchable || event.key !== " ")) return;
    event.preventDefault();
    button.onClick();
  };
  return (
    <InputBase
      size={size}
      w={w}
      className={className}
      placeholder={placeholder}
      aria-label={props["aria-label"]}
      role="combobox"
      aria-haspopup="listbox"
      aria-autocomplete={searchable ? "list" : "none"}
      readOnly={!searchable}
      pointer={!searchable}
      value={typed ?? data.find((option) => option.value === value)?.label ?? ""}
      {...button}
      onFocus={(event) => {
        if (!searchable) return button.onPointerEnter();
        // Typing replaces the text of the chosen option.
        event.currentTarget.select();
        button.onClick();
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
      __clearable={clearable && value !== null}
      __clearSection={
        <ComboboxClearButton {...clearButtonProps} onClear={() => onChange(null, null)} />
      }
    />
  );
}
