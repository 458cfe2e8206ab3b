import { setFlagsFromString } from "node:v8";

const V8_FLAGS = [
  // How much garbage may accumulate relative to live objects. V8's default allows several times as
  // much.
  "--heap-growing-percent=20",
  // Without this flag, about one process in six becomes twice as slow for good:
  // docs/decisions/0009.
  "--no-allocation-site-pretenuring",
];

/** To be called before anything else runs. */
export function setV8Flags(): void {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
}
