import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

type FakeServer = { port: number; url: string; close(): Promise<void> };

/** A TCP server that is not a Redis; `serve` gets each connection. */
export async function startFakeServer(serve: (socket: Socket) => void): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `redis://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A proxy to another port that delays all data, each way. */
export function slowWireTo(port: number, delayMs: number): Promise<FakeServer> {
  return startFakeServer((near) => {
    const far = connect(port, "127.0.0.1");
    far.on("error", () => {});
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (data) => setTimeout(() => to.destroyed || to.write(data), delayMs));
      from.once("close", () => to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
}
