import { type AddressInfo, createServer, type Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { SmtpServer } from "../../env-mail";
import { type Certificate, newCertificate } from "../../testing/certificate";

export const USER = "ada@example.com";
export const PASSWORD = "p%ss w:rd/@";

/** A mail that the server has accepted. */
export type Accepted = { id: string; from: string; to: string[]; raw: string; isSecure: boolean };

export type Smtp = {
  accepted: Accepted[];
  /** Connections since the start. */
  connected(): number;
  server: SmtpServer;
  ca: string;
  close(): Promise<void>;
};

/** Null accepts the mail; "hang" and "close" leave it without a response. */
type Response = Error | null | "hang" | "close";
type Hooks = Pick<SMTPServerOptions, "onConnect" | "onAuth" | "onMailFrom" | "onRcptTo"> & {
  /** Called once a mail has arrived whole. */
  onMail?: (mail: Accepted, n: number) => Response | Promise<Response>;
  security?: "tls" | "starttls" | "none";
  port?: number;
};

let certificate: Certificate | undefined;

/** An error with a status, as the server responds it. */
export const refusal = (responseCode: number, text = "refused by the test") =>
  Object.assign(new Error(text), { responseCode });

/** A mail server with TLS and a login, on this machine. */
export async function startSmtp(hooks: Hooks = {}): Promise<Smtp> {
  const { security = "starttls", port = 0 } = hooks;
  certificate ??= newCertificate("IP:127.0.0.1");
  const { cert, key } = certificate;
  const accepted: Accepted[] = [];
  let connected = 0;
  const server: SMTPServer = new SMTPServer({
    secure: security === "tls",
    cert,
    key,
    disabledCommands: security === "starttls" ? [] : ["STARTTLS"],
    ...(security === "none" && { allowInsecureAuth: true }),
    disableReverseLookup: true,
    closeTimeout: 100,
    ...(hooks.onMailFrom && { onMailFrom: hooks.onMailFrom }),
    ...(hooks.onRcptTo && { onRcptTo: hooks.onRcptTo }),
    onConnect: (session, callback) => {
      connected += 1;
      if (hooks.onConnect) hooks.onConnect.call(server, session, callback);
      else callback();
    },
    onAuth: hooks.onAuth ?? checkLogin,
    onData: receive(hooks.onMail ?? (() => null), accepted, (id) => {
      for (const each of server.connections) if (each.session.id === id) each.close();
    }),
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const login = { user: USER, password: PASSWORD };
  return {
    accepted,
    connected: () => connected,
    server: { host: "127.0.0.1", port: portOf(server.server.address()), security, login },
    ca: cert.toString(),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === "object" && address !== null ? address.port : 0;

const checkLogin: NonNullable<SMTPServerOptions["onAuth"]> = (auth, _, callback) => {
  const { username, password } = auth;
  if (username === USER && password === PASSWORD) callback(null, { user: USER });
  else callback(refusal(535, `not the password: ${password}`));
};

async function readAll(stream: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("latin1");
}

function receive(
  onMail: NonNullable<Hooks["onMail"]>,
  accepted: Accepted[],
  end: (sessionId: string) => void,
): NonNullable<SMTPServerOptions["onData"]> {
  let arrived = 0;
  return async (stream, session, callback) => {
    const raw = await readAll(stream);
    // The client has died.
    if (raw === null) return;
    const { mailFrom, rcptTo } = session.envelope;
    const id = /^message-id: <([^@>]*)/im.exec(raw)?.[1] ?? "";
    const from = mailFrom === false ? "" : mailFrom.address;
    const mail = { id, from, to: rcptTo.map(({ address }) => address), raw };
    arrived += 1;
    const response = await onMail({ ...mail, isSecure: session.secure }, arrived);
    if (response === "hang") return;
    if (response === "close") return end(session.id);
    if (response === null) accepted.push({ ...mail, isSecure: session.secure });
    callback(response);
  };
}

/** A server that does with each connection what `serve` does: not all of them speak SMTP. */
export async function startTcp(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const port = portOf(server.address());
  return {
    server: { host: "127.0.0.1", port, security: "none", login: null } satisfies SmtpServer,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The parts of a mail as a client shows them. */
export const parsed = ({ raw }: Accepted): Promise<Email> =>
  PostalMime.parse(Buffer.from(raw, "latin1"));
