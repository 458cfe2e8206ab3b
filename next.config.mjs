import { fileURLToPath } from "node:url";

/** @type {import("next").NextConfig} */
export default {
  // For hosts that want one folder without node_modules: NEXT_OUTPUT=standalone npx next build
  ...(process.env.NEXT_OUTPUT === "standalone" && { output: "standalone" }),
  poweredByHeader: false,
  // No page has a picture to shrink, and the service for it would be open to everybody.
  images: { unoptimized: true },
  // A trailing slash below the API is answered by the API itself, in its own error body.
  skipTrailingSlashRedirect: true,
  // Drivers and native modules stay what they are; the rest of the server is bundled with the app.
  serverExternalPackages: ["@node-rs/argon2", "@prisma/client", "@prisma/adapter-pg", "pg", "pino"],
  // Next serves loopback under both of its names, in development too.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Partners' pages had no partner in their address before: bookmarks lead on (app/moved).
  rewrites: async () => [
    {
      source: "/:page(overview|api-keys|logs|customers|metrics|prices|payouts|settings)/:rest*",
      destination: "/moved",
    },
  ],
  // By its ending it would be a video.
  headers: async () => [
    {
      source: "/latchkey.ts",
      headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }],
    },
  ],
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
  // `npm run check` runs the compiler; a second run here would only make `npm start` slower.
  typescript: { ignoreBuildErrors: true },
};
