import { Select } from "@mantine/core";
import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { SearchableSelect } from "./searchable-select";

type Props = ComponentProps<typeof SearchableSelect>;

/**
 * The field with its list, which opens at once. Only lazy-select.tsx imports it, on demand.
 * With `searchable`, options are found by typing.
 */
export function OpenSelect({ searchable = false, data, comboboxProps, ...props }: Props) {
  // Mantine's field says that it is expanded, and names its list, if the list was there before.
  const list = { ...comboboxProps, keepMounted: true };
  const input = useRef<HTMLInputElement>(null);
  const [isReady, setIsReady] = useState(false);
  useLayoutEffect(() => {
    // The focus was on the field that this one replaces, unless it has moved on.
    if (document.activeElement === document.body) input.current?.focus();
    // The list is there after the next frame.
    const frame = requestAnimationFrame(() => {
      setIsReady(true);
      if (document.activeElement === input.current) input.current?.click();
    });
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
