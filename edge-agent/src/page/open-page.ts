import type { Hono } from "hono";
import type { Camera } from "../cameras/camera.ts";
import type { Clock } from "../clock.ts";
import type { AgentConfig } from "../config.ts";
import { checkCloud } from "../forwarding/check-cloud.ts";
import type { LogBook } from "../log-book.ts";
import type { Logger } from "../logger.ts";
import type { ModelShelf } from "../model-shelf.ts";
import type { PictureShelf } from "../watching/picture-shelf.ts";
import { createPagePictures } from "./page-pictures.ts";
import { addPageRoutes } from "./page-routes.ts";
import { takeTestPicture } from "./take-test-picture.ts";

const CLOUD_TIMEOUT_MS = 15_000;

/** Prepares the technician's page; returns what adds it to a server, or undefined where it is disabled. */
export function openPage(
  parts: {
    config: AgentConfig;
    cameras: readonly Camera[];
    models: ModelShelf;
    pictures: PictureShelf;
    logBook: LogBook;
    environment: Record<string, string | undefined>;
    requestRestart: () => void;
    clock: Clock;
    logger: Logger;
  },
  stack: AsyncDisposableStack,
): ((app: Hono) => void) | undefined {
  const { config, cameras, models, clock, logBook, environment, requestRestart, logger } = parts;
  if (!config.page.enabled) return undefined;
  const pictures = createPagePictures({
    shelf: parts.pictures,
    settings: config.page,
    monotonicMs: clock.monotonicMs,
  });
  stack.defer(() => pictures.stop());
  const { url: cloudUrl, apiKey } = config.cloud;
  const { nowMs } = clock;
  return (app) =>
    addPageRoutes(app, {
      config,
      cameraIds: cameras.map(({ id }) => id),
      pictures,
      takeTestPicture: (request) => takeTestPicture(request, { config, pictures, models }),
      testCloud: () => checkCloud({ cloudUrl, apiKey, nowMs, timeoutMs: CLOUD_TIMEOUT_MS }),
      logBook,
      environment,
      requestRestart,
      logger,
    });
}
