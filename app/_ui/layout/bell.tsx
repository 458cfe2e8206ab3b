import { useOnPress } from "@/app/_ui/load/use-on-press";
import { BellButton } from "./bell-button";

const load = async () => (await import("./bell-open")).OpenBell;

/** The unread notifications. Their list is loaded when it is needed. */
export function Bell() {
  const { Part: List, button } = useOnPress(load);
  return List ? <List /> : <BellButton aria-haspopup="dialog" {...button} />;
}
