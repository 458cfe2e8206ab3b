/** A browser's part of signing in: the CSRF token, the form, and the cookies that come back. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
) {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie, origin: url };
    const response = await fetch(url + path, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const { csrfToken } = await (await send("/api/auth/csrf")).json();
  await send("/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }).toString(),
  });
  const procedure = async (name: string, input?: unknown) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(input ?? null);
    const response = await send(`/api/trpc/${name}`, { method: "POST", headers, body });
    return response.text();
  };
  return { procedure, cookies };
}
