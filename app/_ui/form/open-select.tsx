import { Select } from "@mantine/core";
import {
  type ComponentProps,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { SearchableSelect } from "./searchable-select";

type Props = ComponentProps<typeof SearchableSelect> & {
  /** The text that was typed before the list was loaded; null if none was. */
  typed: string | null;
};

/**
 * The field with its list, which opens at once. Only lazy-select.tsx imports it, on demand.
 * With `searchable`, options are found by typing.
 */
export function OpenSelect({ searchable = false, data, comboboxProps, typed, ...props }: Props) {
  // Mantine's field says that it is expanded, and names its list, if the list was there before.
  const list = { ...comboboxProps, keepMounted: true };
  const input = useRef<HTMLInputElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [ownText, setOwnText] = useState("");
  const { searchValue = ownText, onSearchChange = setOwnText } = props;
  const search = useEffectEvent(() => {
    if (typed !== null) onSearchChange(typed);
  });
  // Mantine's field has set the text of the chosen option, in an effect before this one.
  useEffect(() => search(), []);
  const open = useEffectEvent(() => {
    setIsReady(true);
    if (document.activeElement !== input.current) return;
    input.current?.click();
    // A click selects the text.
    if (typed !== null) input.current?.setSelectionRange(typed.length, typed.length);
  });
  useLayoutEffect(() => {
    // The focus was on the field that this one replaces, unless it has moved on.
    if (document.activeElement === document.body) input.current?.focus();
    // The list is there after the next frame.
    const frame = requestAnimationFrame(() => open());
    return () => cancelAnimationFrame(frame);
  }, []);
  if (searchable) {
    return (
      <SearchableSelect
        ref={input}
        data={data}
        openOnFocus={isReady}
        comboboxProps={list}
        {...props}
        searchValue={searchValue}
        onSearchChange={onSearchChange}
      />
    );
  }
  return (
    <Select
      ref={input}
      data={[...data]}
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={list}
      {...props}
    />
  );
}
