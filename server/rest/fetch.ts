import type { Api } from "./api";
import { HTTPS_ONLY } from "./https-only";

type Host = {
  /** The client's address; null if unknown. */
  address: string | null;
  /** Whether NEXTAUTH_URL is https; responses then send Strict-Transport-Security. */
  isHttps?: boolean;
};

/** The API for hosts that use Request and Response objects. */
export async function answerFetch(
  api: Api,
  request: Request,
  { address, isHttps = false }: Host,
): Promise<Response> {
  const { method, headers } = request;
  const { status, body, ...answer } = await api({
    method,
    url: new URL(request.url),
    address,
    header: (name) => headers.get(name),
    headerSize: () => sizeOf(headers),
    readBody: (maxBytes) => readBody(request.body ?? [], maxBytes),
    isGone: () => request.signal.aborted,
    forwarded: () => ({ peer: null, forwardedFor: headers.get("x-forwarded-for") }),
  });
  const response = new Response(body, { status, headers: answer.headers });
  if (isHttps) response.headers.set(...HTTPS_ONLY);
  return response;
}

function sizeOf(headers: Headers): number {
  let size = 0;
  for (const [name, value] of headers) size += name.length + value.length;
  return size;
}

// Counts bytes as they arrive: Content-Length is only what the client claims.
async function readBody(
  arriving: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of arriving) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
