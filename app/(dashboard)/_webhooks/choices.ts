import { EVENT_TYPE_NAMES, EVENT_TYPES } from "@/server/core/registry";
import { type EventGroup, groupOf } from "./event-types";

/** Import on the server only: the schemas of the events are large. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  ...new Set(EVENT_TYPE_NAMES.map((name) => groupOf(name))),
].map((group) => ({
  group,
  types: EVENT_TYPE_NAMES.filter((name) => groupOf(name) === group).map((name) => ({
    name,
    summary: EVENT_TYPES[name].summary,
  })),
}));
