import type { LaunchOptions } from "playwright";
import { locate } from "./packages";

/** How to launch Chromium here: offline but for loopback, and without its sandbox as root. */
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
      // A page that asks for anything beyond this machine fails its test instead of finding it.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  };
}
