import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles the requests of one connection one after another: a client that sends many at once
 * (pipelining) has one page rendered at a time, and no more is read from it meanwhile.
 */
export function inOrder(next: Handler): Handler {
  const last = new WeakMap<Socket, Promise<void>>();
  return async (request, response) => {
    const { socket } = request;
    const before = last.get(socket);
    const ended = new Promise<void>((resolve) => {
      response.once("close", () => {
        if (last.get(socket) === ended) last.delete(socket);
        resolve();
      });
    });
    last.set(socket, ended);
    if (await before) {
      socket.pause();
      await before;
      if (socket.destroyed) return;
      // The rest of this request may not have been read yet.
      if (last.get(socket) === ended) socket.resume();
    }
    return next(request, response);
  };
}
