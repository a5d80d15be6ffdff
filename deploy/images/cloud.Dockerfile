# The cloud. From the root of the checkout: docker build -f deploy/images/cloud.Dockerfile -t container-inspection-cloud .
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV CI=true
COPY . .
# The console and the programs are built with everything, then only what runs is installed, for this platform alone.
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter "@container-inspection/console..." \
  && cd cloud/console && node node_modules/vite/bin/vite.js build --logLevel warn
RUN npx --yes --package "typescript@$(node -p 'require("./package.json").devDependencies.typescript')" \
  tsc -p deploy/images/tsconfig.json
RUN find . -name node_modules -prune -exec rm -rf {} + \
  && npx --yes pnpm@12.21.0 install --frozen-lockfile --prod --filter "@container-inspection/cloud..." \
  && node deploy/images/keep-what-runs.mjs .built /out cloud shared-schemas \
  && npx --yes pnpm@12.21.0 --filter "@container-inspection/cloud" sbom --prod --sbom-format cyclonedx \
  --sbom-type application --out /out/sbom.cdx.json \
  && node deploy/modules/complete-bom.ts /out/sbom.cdx.json

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /out /app
RUN install -d -o 10001 -g 10001 -m 0700 /data
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without arguments the service starts; `migrate`, `backup` and the other commands are arguments.
ENTRYPOINT ["node", "/app/cloud/src/main.js"]
