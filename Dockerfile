# The image of the server: the pinned dependencies without development tools, and the built web application, run by an
# unprivileged user. All data is written to /data, so the root file system may be read-only. Build: docker build -t
# stint . ; how to run it: docs/deploy.md.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS installed
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/server/package.json packages/server/
# Only this workspace: the packages of the root are for development, among them a Node that the image already has.
RUN npm ci --omit=dev --workspace packages/server

FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/server/package.json packages/server/
COPY packages/sdk/package.json packages/sdk/
COPY packages/sdk/src packages/sdk/src
COPY packages/web/package.json packages/web/tsconfig.json packages/web/vite.config.ts packages/web/first-frame-html.ts packages/web/index.html packages/web/
COPY packages/web/public packages/web/public
COPY packages/web/src packages/web/src
COPY scripts/build-web.ts scripts/web-size.ts scripts/
RUN npm ci --workspace packages/web
RUN node scripts/build-web.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production STINT_HOST=0.0.0.0 STINT_DATA=/data
WORKDIR /app
COPY --from=installed /app/node_modules node_modules
COPY packages/server/package.json packages/server/openapi.json packages/server/
COPY packages/server/bin packages/server/bin
COPY packages/server/migrations packages/server/migrations
COPY packages/server/src packages/server/src
COPY --from=pages /app/packages/server/web packages/server/web
COPY deploy/health.mjs deploy/
RUN install -d -o node -g node -m 700 /data /data/files
USER node
VOLUME /data
EXPOSE 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["node", "deploy/health.mjs"]
# A small young generation: a busy server needs a third less memory and is as fast.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "packages/server/bin/stint.js"]
CMD ["serve"]
