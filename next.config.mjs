import { fileURLToPath } from "node:url";

/** @type {import("next").NextConfig} */
export default {
  // For hosts that want one folder without node_modules: NEXT_OUTPUT=standalone npx next build
  ...(process.env.NEXT_OUTPUT === "standalone" && { output: "standalone" }),
  poweredByHeader: false,
  // No page needs image optimization, and its endpoint would be open to everybody.
  images: { unoptimized: true },
  // The API itself handles a trailing slash below its path, in its own error body.
  skipTrailingSlashRedirect: true,
  // Drivers and native modules are not bundled; the rest of the server is bundled with the app.
  serverExternalPackages: ["@node-rs/argon2", "@prisma/client", "@prisma/adapter-pg", "pg", "pino"],
  // Allows loopback under both of its names in development too.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // A partner's pages without the partner, as in old bookmarks: they redirect to the one of the
  // signed-in user (app/moved).
  rewrites: async () => [
    {
      source:
        "/:page(overview|api-keys|logs|customers|metrics|prices|payouts|webhooks|events|settings)/:rest*",
      destination: "/moved",
    },
  ],
  // Its extension would make it a video.
  headers: async () => [
    {
      source: "/latchkey.ts",
      headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }],
    },
  ],
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
  // Each takes a fifth of a build's time: a cache for the next build, and source maps, which the
  // production server doesn't read.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // `npm run check` runs the compiler; a second run here would only make `npm start` slower.
  typescript: { ignoreBuildErrors: true },
};
