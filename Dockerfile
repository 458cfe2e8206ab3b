# The server with what it needs to run, and nothing else. The settings are in README.md; docs/operations.md
# shows how it is run. Build with: docker build -t latchkey .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node server/start.mjs build \
  # Packages that only build and generate, or are bundled into the app.
  && npm pkg delete dependencies.prisma dependencies.typescript dependencies.esbuild \
    dependencies.postcss dependencies.postcss-preset-mantine dependencies.@types/node \
    dependencies.@types/react dependencies.@mantine/core dependencies.@mantine/dates \
    dependencies.@mantine/hooks dependencies.@mantine/notifications dependencies.@mantine/spotlight \
    dependencies.@tanstack/react-query dependencies.@trpc/tanstack-react-query dependencies.nuqs \
    dependencies.dayjs dependencies.uqr \
  && npm prune --omit=dev --ignore-scripts \
  # Packages that others ask for to build, to check types or to resize images.
  && rm -rf dist/static .next/cache .next/diagnostics .next/trace* node_modules/@next/swc-* \
    node_modules/typescript node_modules/@typescript node_modules/@types node_modules/sharp \
    node_modules/@img node_modules/caniuse-lite node_modules/baseline-browser-mapping \
    # The parts of Next.js for bundlers and experiments.
    node_modules/next/dist/esm node_modules/next/dist/bundle-analyzer \
    node_modules/next/dist/compiled/react-dom-experimental \
    node_modules/next/dist/compiled/react-server-dom-*-experimental \
    node_modules/next/dist/compiled/react-server-dom-webpack \
  && find node_modules/next/dist/compiled/next-server \
    \( -name "*.dev.js" -o -name "*experimental*" \) -delete \
  # Prisma's query compilers for other databases and module systems.
  && find node_modules/@prisma/client/runtime -type f \
    \( -name "query_compiler_*" ! -name "query_compiler_small_bg.postgresql.*" \
    -o -name "query_compiler_small_bg.postgresql.js" -o -name "wasm-compiler-edge.*" \) -delete \
  && find node_modules .next \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.[cm]ts" -o -name "*.md" \) -delete

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As the flag of node below, it saves memory: docs/operations.md, "Sizing".
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
COPY --from=build /app/public public
COPY --from=build /app/docs docs
COPY --from=build /app/prisma/migrations prisma/migrations
# The command line is `latchkey COMMAND`.
RUN mkdir /data && chown node /data \
  && printf '#!/bin/sh\nexec node /app/dist/latchkey.mjs "$@"\n' > /usr/local/bin/latchkey \
  && chmod 755 /usr/local/bin/latchkey
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signals.
CMD ["node", "--max-semi-space-size=8", "dist/main.mjs"]
