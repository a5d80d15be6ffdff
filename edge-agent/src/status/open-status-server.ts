import type { Hono } from "hono";
import type { Logger } from "../base/logger.ts";
import type { AgentConfig } from "../config/config.ts";
import { removeAgentAddress, writeAgentAddress } from "./agent-address.ts";
import type { AgentRoutesParts } from "./agent-routes.ts";
import { createStatusApp } from "./create-status-app.ts";
import { serveStatus } from "./serve-status.ts";

/** Serves status, announcements, manual scans and the page on this machine; its address is in the data folder. */
export async function openStatusServer(parts: {
  config: Pick<AgentConfig, "status" | "dataDir">;
  routes: AgentRoutesParts;
  /** Undefined where the page is disabled. */
  page: { addLocal: (app: Hono) => void } | undefined;
  logger: Logger;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const { config, routes, page, logger } = parts;
  const app = createStatusApp({ ...routes, addPage: page?.addLocal, logger });
  const server = await serveStatus(app, config.status);
  await using opening = new AsyncDisposableStack();
  opening.defer(() => server.close());
  writeAgentAddress(config.dataDir, { url: server.url, instanceId: routes.instanceId });
  opening.defer(() => removeAgentAddress(config.dataDir));
  const open = opening.move();
  return { url: server.url, close: () => open.disposeAsync() };
}
