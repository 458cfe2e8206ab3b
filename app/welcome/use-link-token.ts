import { useEffect, useState } from "react";

/**
 * The token of the one-time link, out of the address's fragment, which it leaves at once: null while
 * nobody has looked, empty where there is none.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (found !== "") window.history.replaceState(null, "", window.location.pathname);
      // A second look must not forget what the first has found.
      setToken((before) => found || before || "");
    };
    take();
    // Another link opened in the same tab changes the fragment and loads nothing.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
