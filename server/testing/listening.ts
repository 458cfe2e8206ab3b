import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Opens a server on a free port of 127.0.0.1. `close` also ends the connections of an HTTP server. */
export async function listening(server: Server | HttpServer) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}
