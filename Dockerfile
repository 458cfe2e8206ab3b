# The server with what it needs to run, and nothing else. The settings are in README.md; docs/operations.md
# shows how it is run. Build with: docker build -t latchkey .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node server/start.mjs build \
  # Packages that only build and generate, or are bundled into the app, or resize images.
  && rm -rf .next/cache .next/diagnostics .next/trace* node_modules/@next/swc-* \
    node_modules/typescript node_modules/@typescript node_modules/@types \
    node_modules/esbuild node_modules/@esbuild node_modules/@mantine node_modules/sharp node_modules/@img \
    node_modules/prisma node_modules/effect node_modules/elkjs node_modules/caniuse-lite \
    node_modules/@prisma/studio-core node_modules/@prisma/dev node_modules/@prisma/config \
    node_modules/@prisma/engines node_modules/@prisma/fetch-engine node_modules/@prisma/get-platform \
    node_modules/@prisma/engines-version node_modules/@prisma/query-plan-executor \
    node_modules/@prisma/streams-local \
  && find node_modules .next \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.[cm]ts" -o -name "*.md" \) -delete

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
COPY --from=build /app/public public
COPY --from=build /app/prisma/migrations prisma/migrations
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signals.
CMD ["node", "dist/main.mjs"]
