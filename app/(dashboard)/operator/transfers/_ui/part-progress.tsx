import { Progress } from "@mantine/core";
import { AT_ONCE } from "./in-parts";

type Props = { done: number; of: number; isRunning: boolean; verb: "created" | "updated" };

/** How far a run is; nothing if one request is enough. */
export function PartProgress({ done, of, isRunning, verb }: Props) {
  if (!isRunning || of <= AT_ONCE) return null;
  return <Progress value={(100 * done) / of} aria-label={`${done} of ${of} transfers ${verb}`} />;
}
