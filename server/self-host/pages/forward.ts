import { type IncomingMessage, request as open, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refusalOf } from "../refusal";
import { respond } from "../request-body";

/** A request to the pages. The listener has read its whole body. */
export type PageRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * These describe one connection, not the message (RFC 9110, section 7.6.1), or ask for a reply
 * before it.
 */
const OF_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
];
/** Larger than what the listener accepts, because it adds the client's address. */
export const MAX_HEADER_BYTES = 65_536;

/** Asks the pages. Resolves with the head of the response; rejects if they can't be reached. */
export function askPages(
  connect: () => Duplex,
  { method, url, headers }: PageRequest,
  body: Uint8Array | null = null,
): Promise<IncomingMessage> {
  const passed = { ...headers };
  for (const name of OF_CONNECTION) delete passed[name];
  return new Promise((resolve, reject) => {
    const asked = open({
      method,
      path: url,
      headers: passed,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      createConnection: connect,
    });
    asked.on("response", resolve).on("error", reject).end(body);
  });
}

/** The headers of a response, without those of its connection. */
export function passedHeaders({ headersDistinct }: IncomingMessage): [string, string[]][] {
  return Object.entries(headersDistinct).flatMap(([name, values]) =>
    values === undefined || OF_CONNECTION.includes(name) ? [] : [[name, values]],
  );
}

/**
 * Responds with what the pages respond, as they send it. Resolves when they are done, whether or
 * not the client has read it all: `isPatient` makes them wait for the client, as an export must.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { connect, isPatient }: { connect: () => Duplex; isPatient: boolean },
): Promise<void> {
  const body = request.headers["content-length"] === undefined ? null : await bodyOf(request);
  if (response.destroyed) return;
  let stream: Duplex | null = null;
  const leave = () => stream?.destroy();
  // Ends the work for a client that has left.
  response.once("close", leave);
  try {
    const answer = await askPages(
      () => {
        stream = connect();
        return stream;
      },
      request,
      body,
    );
    for (const [name, values] of passedHeaders(answer)) {
      response.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
    }
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage);
    await pass(answer, response, { isPatient });
  } catch {
    if (response.destroyed) return;
    // The pages have logged why they broke off. The client must not take the start for the whole.
    if (response.headersSent) return void response.destroy();
    respond(request, response, refusalOf("unavailable", { headers: { "retry-after": "1" } }));
  } finally {
    response.off("close", leave);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request.iterator({ destroyOnReturn: false })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Rejects if the pages end in the middle. */
async function pass(
  answer: IncomingMessage,
  response: ServerResponse,
  { isPatient }: { isPatient: boolean },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    answer.on("data", (chunk: Buffer) => {
      if (response.write(chunk) || !isPatient) return;
      answer.pause();
      response.once("drain", () => answer.resume());
    });
    answer.once("end", () => {
      response.end();
      resolve();
    });
    answer.once("error", reject);
    answer.once("close", () => reject(new Error("The pages ended in the middle of a response")));
  });
}
