/** Cookies by name, as a browser keeps them. */
type Jar = ReadonlyMap<string, string>;

type Login = { email: string; password: string; code?: string };

/** A browser at the product, with its cookies. */
export function openBrowser(url: string, jar: Jar = new Map()) {
  const cookies = new Map(jar);
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
  const submit = async (path: string, fields: Record<string, string>) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  const csrfToken = async () => (await (await send("/api/auth/csrf")).json()).csrfToken;
  return {
    cookies,
    /** Sends the sign-in form, with the product's CSRF token unless another one is given. */
    signIn: async (login: Login, token?: string) =>
      submit("/api/auth/callback/credentials", {
        ...login,
        json: "true",
        csrfToken: token ?? (await csrfToken()),
      }),
    signOut: async () => submit("/api/auth/signout", { csrfToken: await csrfToken() }),
    procedure: async (name: string, input?: unknown) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify(input ?? null);
      const response = await send(`/api/trpc/${name}`, { method: "POST", headers, body });
      return response.text();
    },
  };
}

/** A browser in which the user is signed in. */
export async function signIn(url: string, login: Login) {
  const browser = openBrowser(url);
  await browser.signIn(login);
  return browser;
}
