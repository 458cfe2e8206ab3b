import type { Actor, Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import type { Scope } from "../kernel/scopes";
import { EVENT_TYPES, type EventType } from "../registry";
import { matchingTypes } from "./schema";

// Apart from the queries, whose imports would slow down the command line.

/**
 * The scope that the actor lacks to read events of this type, in the feed or by webhooks; null if it
 * may. A type about something that no other endpoint returns, such as a key, needs `events:read`; a
 * platform key needs it for all types. A ping reveals nothing.
 */
export function missingScope(actor: Actor, type: EventType): Scope | null {
  if (type === "ping") return null;
  if (actor.kind === "platform-key") {
    return actor.scopes.includes("events:read") ? null : "events:read";
  }
  if (actor.kind !== "key") return null;
  const scope = EVENT_TYPES[type].scope ?? "events:read";
  return actor.scopes.includes(scope) ? null : scope;
}

/**
 * A key can't have events sent that it may not read itself. Nor can it change an endpoint that gets
 * such events, not even disable it. Throws `insufficient_scope`.
 */
export function assertReadable({ actor }: Ctx, patterns: readonly string[]): void {
  for (const type of patterns.flatMap(matchingTypes)) {
    const required = missingScope(actor, type);
    if (required === null) continue;
    const message = `api key lacks required scope for ${type}: ${required}`;
    fail("insufficient_scope", { message, details: { required } });
  }
}
