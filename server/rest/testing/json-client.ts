import type { Platform } from "../../testing/platform";

// biome-ignore lint/suspicious/noExplicitAny: bodies of all endpoints, which the tests compare.
type Answer = { status: number; headers: Headers; body: any };

/** Calls an API with one key. A body that is a text is sent as it is. */
export type Client = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A client with this key of the API that `call` calls. */
export function jsonClient(call: Platform["call"], key: string): Client {
  return async (method, path, body, headers = {}) => {
    const response = await call(path, {
      method,
      key,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };
}
