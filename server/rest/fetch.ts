import type { Api } from "./api";

/** The API for hosts that speak in Requests and Responses. `address` is the client's, null where it is not known. */
export async function answerFetch(
  api: Api,
  request: Request,
  { address }: { address: string | null },
): Promise<Response> {
  const { method, headers } = request;
  const { status, body, ...answer } = await api({
    method,
    url: new URL(request.url),
    address,
    header: (name) => headers.get(name),
    headerSize: () => sizeOf(headers),
    body: () => request.body ?? nothing(),
  });
  return new Response(body, { status, headers: answer.headers });
}

function sizeOf(headers: Headers): number {
  let size = 0;
  for (const [name, value] of headers) size += name.length + value.length;
  return size;
}

async function* nothing(): AsyncIterable<Uint8Array> {}
