import type { Actor, Ctx } from "../actor";
import { fail } from "../errors";
import type { Scope } from "../keys/scopes";
import { EVENT_TYPES, type EventType, matchingTypes } from "./types";

/**
 * The scope that the actor lacks to read events of this type, in the feed or by webhooks; null if it
 * may. A type about what no other endpoint returns, such as the partner's keys, needs `events:read`.
 * A ping tells nothing.
 */
export function missingScope(actor: Actor, type: EventType): Scope | null {
  if (actor.kind !== "key" || type === "ping") return null;
  const scope = EVENT_TYPES[type].scope ?? "events:read";
  return actor.scopes.includes(scope) ? null : scope;
}

/**
 * A key may not have events sent that it may not read itself, and not change an endpoint that gets
 * such events in any way: neither rotate its secret nor disable or delete it. Throws
 * `insufficient_scope`.
 */
export function assertReadable({ actor }: Ctx, patterns: readonly string[]): void {
  for (const type of patterns.flatMap(matchingTypes)) {
    const required = missingScope(actor, type);
    if (required === null) continue;
    const message = `api key lacks required scope for ${type}: ${required}`;
    fail("insufficient_scope", { message, details: { required } });
  }
}
