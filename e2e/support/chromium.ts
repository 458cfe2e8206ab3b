import type { LaunchOptions } from "playwright";
import { locate } from "../../server/testing/packages";

/** Launch options for Chromium: offline except for loopback, and without its sandbox as root. */
export function chromiumOptions(): LaunchOptions {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: locate("chromium"),
    args: [
      ...(isRoot ? ["--no-sandbox"] : []),
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-first-run",
      "--no-pings",
      // Requests outside this machine fail, so a test can't depend on them.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  };
}
