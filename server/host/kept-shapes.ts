import { executionAsyncResource } from "node:async_hooks";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Never read: that they live is all. */
const kept: object[] = [];

/**
 * Keeps one of each kind of object that Node makes for every request, before the first of them is served.
 * V8 forgets how the objects of a kind are laid out if none of them lives while it collects garbage, as
 * between two requests, and what it has learnt about that layout is void for good: docs/decisions/0009.
 */
export async function keepShapes(): Promise<void> {
  const request = new IncomingMessage(new Socket());
  kept.push(request, new ServerResponse(request), await tick());
}

/** What Node makes of a call of nextTick(); it can be had only while that call runs. */
export function tick(): Promise<object> {
  return new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
}
