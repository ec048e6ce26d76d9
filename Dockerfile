# One image for every role; the command names the role: api, worker, projector, ui, plugin-host, migrate.
#   docker build -t registry.example/sluice:0.4.0 \
#     --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --build-arg VERSION=0.4.0 --build-arg REVISION="$(git rev-parse HEAD)" .
# A tag may change under you: name the digest that you have looked at. docs/how-to/build-the-image.md says how to find it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY bin ./bin
COPY src ./src
RUN node bin/build.mjs --force

FROM ${NODE_IMAGE}
ARG VERSION
ARG REVISION
ARG NODE_IMAGE
LABEL org.opencontainers.image.title="Sluice" \
  org.opencontainers.image.description="A BPMN 2.0 workflow engine as a service" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="${NODE_IMAGE}"
# Time for proxies to learn that a container stops; see deploy/nginx.conf.
ENV NODE_ENV=production Engine__DrainSeconds=5
# A container is reached from outside through its own address only.
ENV HOST=0.0.0.0
WORKDIR /app
COPY package.json package-lock.json ./
# Without the optional packages: the embedded Postgres is for the one-command start, not for containers.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY bin/sluice.mjs ./bin/sluice.mjs
COPY deploy/healthcheck.mjs ./deploy/healthcheck.mjs
COPY migrations ./migrations
COPY --from=build /app/dist ./dist
# What others' licences ask to be passed on, and the bill of materials.
COPY LICENSE NOTICE sbom.cdx.json ./
# The user `node` of the base image, as a number: an orchestrator can see that it is not root.
USER 1000:1000
EXPOSE 8080 8081 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "bin/sluice.mjs"]
CMD ["api"]
