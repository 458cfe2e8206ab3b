import { FORMATS, type Formats } from "./formats";

/** The formats of every page. */
export function useFormats(): Formats {
  return FORMATS;
}
