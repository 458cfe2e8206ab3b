import { executionAsyncResource } from "node:async_hooks";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Never read: keeps the objects alive. */
const retained: object[] = [];

/**
 * Keeps one object of each kind that Node creates per request alive from the start. V8 drops the hidden
 * class of a kind when a garbage collection finds no living object of it, as between two requests, and
 * code that was optimized for that class stays slow from then on: docs/decisions/0009.
 */
export async function retainHiddenClasses(): Promise<void> {
  const request = new IncomingMessage(new Socket());
  retained.push(request, new ServerResponse(request), await tick());
}

/** The object that Node creates for a nextTick() call, which is only available while the call runs. */
export function tick(): Promise<object> {
  return new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
}
