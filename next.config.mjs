import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** The response header in which Next tells its release to pages that navigate. */
const RELEASE_HEADER = "x-nextjs-deployment-id";

/**
 * Identifies a build by its sources, so that all instances of a release have the same ID. A page of
 * another release then loads the whole document when it navigates, instead of mixing the two. The
 * image has no sources: a server reads what its build wrote.
 */
async function releaseOf(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) {
    return readFileSync(new URL(".next/BUILD_ID", import.meta.url), "utf8");
  }
  if (phase !== PHASE_PRODUCTION_BUILD) return undefined;
  if (process.env.NEXT_DEPLOYMENT_ID) return process.env.NEXT_DEPLOYMENT_ID;
  const { sourceHash } = await import("./server/start-steps.mjs");
  return sourceHash().slice(0, 20);
}

/** @returns {Promise<import("next").NextConfig>} */
export default async function config(phase) {
  const release = await releaseOf(phase);
  return { ...COMMON, headers: async () => headersOf(release), ...(release && idsOf(release)) };
}

function idsOf(release) {
  return { deploymentId: release, generateBuildId: () => release };
}

function headersOf(release) {
  // Their extension would make them videos.
  const clients = ["/latchkey.ts", "/latchkey-server.ts", "/latchkey-platform.ts"].map(
    (source) => ({
      source,
      headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }],
    }),
  );
  if (!release) return clients;
  return [
    ...clients,
    { source: "/api/trpc/:path*", headers: [{ key: RELEASE_HEADER, value: release }] },
  ];
}

/** The folders of a partner's pages. Next asks for them in development and when it builds. */
function partnerPages() {
  const folder = new URL("app/(dashboard)/partners/[partner]/", import.meta.url);
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @type {import("next").NextConfig} */
const COMMON = {
  // For hosts that want one folder without node_modules: NEXT_OUTPUT=standalone npx next build
  ...(process.env.NEXT_OUTPUT === "standalone" && { output: "standalone" }),
  poweredByHeader: false,
  // No page needs image optimization, and its endpoint would be open to everybody.
  images: { unoptimized: true },
  // The API itself handles a trailing slash below its path, in its own error body.
  skipTrailingSlashRedirect: true,
  // Drivers and native modules are not bundled; the rest of the server is bundled with the app.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/client",
    "@prisma/adapter-pg",
    "fontkit",
    "nodemailer",
    "pdfkit",
    "pg",
    "pino",
  ],
  // Allows loopback under both of its names in development too.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // A partner's pages without the partner redirect to the signed-in user's own.
  rewrites: async () => [
    { source: `/:page(${partnerPages().join("|")})/:rest*`, destination: "/own-partner" },
  ],
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
  // Each takes a fifth of a build's time: a cache for the next build, and source maps, which the
  // production server doesn't read.
  experimental: {
    // A page that cannot be fetched is fetched again once the server can be reached. By default Next
    // would leave the app for the browser's own error page.
    useOffline: true,
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // `npm run check` runs the compiler; a second run here would only make `npm start` slower.
  typescript: { ignoreBuildErrors: true },
};
