import type { Hono } from "hono";
import type { Camera } from "../cameras/camera.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import type { ApiKey } from "../forwarding/link/api-key.ts";
import { checkCloud } from "../forwarding/link/check-cloud.ts";
import type { LogBook } from "../base/log-book.ts";
import type { Logger } from "../base/logger.ts";
import type { ModelShelf } from "../composition/model-shelf.ts";
import type { PictureShelf } from "../care/watching/picture-shelf.ts";
import { addAgentRoutes, type AgentRoutesParts } from "../status/agent-routes.ts";
import { serveStatus } from "../status/serve-status.ts";
import { createAttemptLimits } from "./attempt-limits.ts";
import { keepCertificate, ownAddresses } from "./certificate.ts";
import { createRemoteApp } from "./create-remote-app.ts";
import { createPagePictures } from "./page-pictures.ts";
import { addPageRoutes, type PageRoutesParts } from "./page-routes.ts";
import { readPasswordHash } from "../config/password-file.ts";
import { createSessions } from "./sessions.ts";
import { takeTestPicture } from "./take-test-picture.ts";

const CLOUD_TIMEOUT_MS = 15_000;

type PageParts = {
  config: AgentConfig;
  apiKey: ApiKey;
  cameras: readonly Camera[];
  models: ModelShelf;
  pictures: PictureShelf;
  logBook: LogBook;
  environment: Record<string, string | undefined>;
  requestRestart: () => void;
  clock: Clock;
  logger: Logger;
};

export type Page = {
  /** Adds the page to the server of this machine. */
  addLocal: (app: Hono) => void;
  /** Opens the page and the agent's routes to other machines, where the configuration asks for it. */
  openToNetwork: (routes: AgentRoutesParts) => Promise<{ close: () => Promise<void> } | undefined>;
  close: () => void | Promise<void>;
};

/** Prepares the technician's page; undefined where it is disabled. */
export function openPage(parts: PageParts): Page | undefined {
  const { config, apiKey, cameras, models, clock, logBook, environment, requestRestart, logger } = parts;
  if (!config.page.enabled) return undefined;
  const pictures = createPagePictures({
    shelf: parts.pictures,
    settings: config.page,
    monotonicMs: clock.monotonicMs,
  });
  const { url: cloudUrl, network } = config.cloud;
  const { nowMs } = clock;
  const pageParts: PageRoutesParts = {
    config,
    cameraIds: cameras.map(({ id }) => id),
    pictures,
    takeTestPicture: (request) => takeTestPicture(request, { config, pictures, models }),
    testCloud: () => checkCloud({ cloudUrl, apiKey, network, nowMs, timeoutMs: CLOUD_TIMEOUT_MS }),
    logBook,
    environment,
    requestRestart,
    logger,
  };
  return {
    addLocal: (app) => addPageRoutes(app, pageParts, { isRemote: false }),
    async openToNetwork(routes) {
      const addRoutes = (app: Hono) => {
        addAgentRoutes(app, routes);
        addPageRoutes(app, pageParts, { isRemote: true });
      };
      try {
        return await serveRemote({ config, clock, logger, addRoutes });
      } catch (error) {
        // For example an address that the network has not given yet: scans continue without the page.
        logger.error({ err: error }, "the technician's page is not open to other machines until the next start");
        return undefined;
      }
    },
    close: () => pictures.stop(),
  };
}

/** Serves the page over TLS to who knows the password; the log names its addresses and its fingerprint. */
async function serveRemote(
  parts: Pick<PageParts, "config" | "clock" | "logger"> & { addRoutes: (app: Hono) => void },
): Promise<{ close: () => Promise<void> } | undefined> {
  const { config, clock, logger, addRoutes } = parts;
  const { dataDir, device } = config;
  const { host, port, sessionHours } = config.page;
  if (host === undefined) return undefined;
  const kept = await keepCertificate({ dataDir, deviceId: device.id, nowMs: clock.nowMs() });
  const app = createRemoteApp({
    addRoutes,
    sessions: createSessions({ hours: sessionHours, monotonicMs: clock.monotonicMs }),
    limits: createAttemptLimits(clock.monotonicMs),
    passwordHash: () => readPasswordHash(dataDir),
    logger,
  });
  const tls = { cert: kept.certificate, key: kept.key };
  const server = await serveStatus(app, { host, port, setting: "page", tls });
  const { fingerprint, validUntil } = kept;
  if (kept.isNew) logger.info({ fingerprint, validUntil }, "a new certificate was made for the technician's page");
  logger.info({ pages: addressesOf(server.url, host), fingerprint }, "the technician's page is open to the network");
  return server;
}

/** Returns the addresses that a technician can enter on a phone. */
function addressesOf(url: string, host: string): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [url];
  const own = ownAddresses().filter((address) => host === "::" || !address.includes(":"));
  return own.map((address) => `https://${address.includes(":") ? `[${address}]` : address}:${new URL(url).port}`);
}
