import { createServer, type Socket } from "node:net";

/** A mail that was caught, as it was sent. */
type Caught = { from: string; to: string[]; raw: string };

/** Larger than any message of ours. */
const MAX_BYTES = 5_000_000;

/**
 * A mail server for development that accepts everything and sends nothing on. Only on this machine,
 * without TLS and login.
 */
export async function openCatcher(
  port: number,
  onMail: (mail: Caught) => Promise<void>,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    converse(socket, onMail);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The server's part of SMTP (RFC 5321), as far as our own client needs it. */
function converse(socket: Socket, onMail: (mail: Caught) => Promise<void>): void {
  let mail: Caught = { from: "", to: [], raw: "" };
  let isData = false;
  let left = "";
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const steps: Record<string, (rest: string) => void> = {
    EHLO: () => say("250 localhost"),
    HELO: () => say("250 localhost"),
    RSET: () => say("250 OK"),
    NOOP: () => say("250 OK"),
    MAIL: (rest) => {
      mail = { from: addressIn(rest), to: [], raw: "" };
      say("250 OK");
    },
    RCPT: (rest) => {
      mail.to.push(addressIn(rest));
      say("250 OK");
    },
    DATA: () => {
      isData = true;
      say("354 Go on");
    },
    QUIT: () => void socket.end("221 Bye\r\n"),
  };
  const read = (line: string) => {
    if (!isData) {
      const [verb = "", ...rest] = line.split(" ");
      const step = steps[verb.toUpperCase()];
      return step ? step(rest.join(" ")) : say("502 Not known");
    }
    // A leading dot is doubled (4.5.2).
    if (line !== ".") mail.raw += `${line.replace(/^\./, "")}\r\n`;
    else {
      isData = false;
      onMail(mail).then(
        () => say("250 Caught"),
        () => say("451 It can't be stored"),
      );
    }
  };
  say("220 localhost Latchkey mail catcher");
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    const lines = (left + chunk).split("\r\n");
    left = lines.pop() ?? "";
    if (left.length + mail.raw.length > MAX_BYTES) return socket.destroy();
    for (const line of lines) read(line);
  });
}

const addressIn = (text: string) => /<([^>]*)>/.exec(text)?.[1] ?? "";
