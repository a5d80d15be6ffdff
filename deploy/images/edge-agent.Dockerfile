# The edge agent. From the root of the checkout: docker build -f deploy/images/edge-agent.Dockerfile -t container-inspection-edge-agent .
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV CI=true
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --prod --filter "@container-inspection/edge-agent..." \
  && npx --yes --package "typescript@$(node -p 'require("./package.json").devDependencies.typescript')" \
  tsc -p deploy/images/tsconfig.json \
  && node deploy/images/keep-what-runs.mjs .built /out edge-agent shared-schemas \
  && npx --yes pnpm@12.21.0 --filter "@container-inspection/edge-agent" sbom --prod --sbom-format cyclonedx \
  --sbom-type application --out /out/sbom.cdx.json \
  && node deploy/modules/complete-bom.ts /out/sbom.cdx.json

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /out /app
RUN install -d -o 10001 -g 10001 -m 0700 /data
ENV NODE_ENV=production
USER 10001:10001
# The configuration is /data/edge-agent.yaml unless --config names another file; the outbox is beside it.
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=20s --start-period=60s --retries=4 \
  CMD ["node", "/app/edge-agent/src/cli.js", "status", "--json"]
ENTRYPOINT ["node", "/app/edge-agent/src/cli.js"]
CMD ["run"]
