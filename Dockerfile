# The image of the service and of its command. docs/running.md#image says how to build and run it, docs/adr/0012 why it is so.
# The build image has Node.js and npm; nothing is compiled. The base image has Debian's C and C++ libraries, of the same
# release or a newer one: Node.js comes from the build image.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

# The manifests alone, so that a change of the sources installs nothing anew.
FROM ${BUILD_IMAGE} AS manifests
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages packages
RUN find packages -type f ! -name package.json -delete && find packages -type d -empty -delete

# The pnpm that package.json names, by its hash. The two secrets are optional: an .npmrc, and certificates (PEM) that
# Node.js is to trust besides.
FROM ${BUILD_IMAGE} AS pnpm
ENV CI=true npm_config_update_notifier=false
WORKDIR /pnpm
COPY package.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=certificates,target=/run/secrets/certificates \
    if [ -f /run/secrets/certificates ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificates; fi; \
    pnpm=$(node -p "require('./package.json').packageManager") \
    && file=$(npm pack --silent "${pnpm%+*}") \
    && echo "${pnpm#*+sha512.}  $file" | sha512sum --check \
    && npm install --global "./$file"

# What runs, as the lock file has it: its checksums cover SQLite's binaries too, which are part of the npm package.
FROM pnpm AS production
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=certificates,target=/run/secrets/certificates \
    --mount=type=cache,target=/root/.local/share/pnpm/store \
    if [ -f /run/secrets/certificates ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificates; fi; \
    pnpm install --frozen-lockfile --prod --filter-prod @ops-admin/cli

FROM production AS build
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=certificates,target=/run/secrets/certificates \
    --mount=type=cache,target=/root/.local/share/pnpm/store \
    if [ -f /run/secrets/certificates ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/certificates; fi; \
    pnpm install --frozen-lockfile
COPY tsconfig.base.json ./
COPY packages packages
RUN node_modules/.bin/tsc -b packages/cli packages/page \
    && node packages/reference-data/build/build.ts \
    && node packages/adapter-http-koa/build.mjs \
    && node packages/page/build.mjs \
    && node packages/cli/bundle.mjs
RUN --mount=type=cache,target=/root/.local/share/pnpm/store node packages/cli/sbom.mjs --image
RUN mkdir /out && cp -r --parents packages/cli/bin packages/cli/bundle /out

# The installed packages without what is of use to a compiler or on another system only.
FROM production AS pruned
RUN find node_modules/.pnpm -type f -regex '.*\.\([cm]?ts\|map\|c\|cc\|cpp\|h\)' -delete \
    && for addon in node_modules/.pnpm/better-sqlite3@*/node_modules/better-sqlite3; do \
         rm -rf "$addon/deps" "$addon/src" \
         && find "$addon/prebuilds" -type f ! -name "linux-$(node -p process.arch).node" -delete; \
       done \
    && rm -rf packages/cli/node_modules/.bin

# What goes to /usr/local: Node.js without npm, its licence, and our command.
FROM ${BUILD_IMAGE} AS programs
RUN prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")") \
    && install -D "$prefix/bin/node" /programs/bin/node \
    && if [ -f "$prefix/LICENSE" ]; then install -D -m 0644 "$prefix/LICENSE" /programs/share/doc/node/LICENSE; fi \
    && ln -s /app/packages/cli/bin/ops-admin.js /programs/bin/ops-admin

FROM ${BASE_IMAGE}
RUN echo 'ops-admin:x:10001:' >>/etc/group \
    && echo 'ops-admin:x:10001:10001:ops-admin:/data:/usr/sbin/nologin' >>/etc/passwd \
    && install -d -m 0700 -o 10001 -g 10001 /data
COPY --from=programs /programs /usr/local
COPY --from=pruned /app/node_modules/.pnpm /app/node_modules/.pnpm
COPY --from=pruned /app/packages/cli /app/packages/cli
COPY --from=build /out /app
COPY LICENSE /app/
ENV NODE_ENV=production OPS_DB=/data/ops-admin.db OPS_HOST=0.0.0.0
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ops-admin" \
      org.opencontainers.image.description="Departments, permissions with an audit trail, and locations" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 10001:10001
# SQLite's temporary files go to the working directory where the root file system is read-only.
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "require('node:http').get(`http://127.0.0.1:${process.env.OPS_PORT || 3000}/health/ready`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
# Node.js is process 1: `serve` minds SIGTERM by itself.
ENTRYPOINT ["ops-admin"]
CMD ["serve"]
