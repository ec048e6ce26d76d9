# One image for every role; the command names the role: api, worker, projector, ui, migrate.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY bin ./bin
COPY src ./src
RUN node bin/build.mjs --force

FROM node:24-bookworm-slim
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
USER node
EXPOSE 8080 8081 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "bin/sluice.mjs"]
CMD ["api"]
