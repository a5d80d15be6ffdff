import { z } from "zod";
import { lookAtClock } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import type { DeliveryProgress } from "../forwarding/delivery-progress.ts";
import { openDataFolder } from "../composition/data-folder.ts";
import type { Logger } from "../base/logger.ts";
import { NO_TRACES } from "../base/traces/traces.ts";
import { createManualScans, type ScanReceipt, type ScanRequest } from "../composition/manual-scans.ts";
import { createModelShelf } from "../composition/model-shelf.ts";
import { type AgentClient, AgentRequestError } from "../status/agent-client.ts";
import { CommandError } from "./terminal/command-context.ts";

/** Destination of a submitted picture: the running agent, or the data folder when no agent is running. */
export type ScanDesk = {
  scan(request: ScanRequest): Promise<ScanReceipt>;
  /** Undefined for an unknown id. */
  progress(id: string): Promise<DeliveryProgress | undefined>;
  close(): Promise<void>;
};

const receipt: z.ZodType<ScanReceipt> = z.object({
  id: z.string(),
  containerNumber: z.string(),
  model: z.object({ name: z.string(), version: z.string() }),
  inferenceMs: z.number(),
  isUnlike: z.boolean().nullable().default(null),
  detections: z.array(z.object({ className: z.string(), confidence: z.number(), areaPercent: z.number() })),
});
const progress: z.ZodType<DeliveryProgress> = z.object({
  state: z.enum(["waiting", "held-up", "delivered", "parked"]),
  note: z.string().nullable(),
});

/** Submits pictures to the running agent, which has loaded its models and holds the outbox. */
export function createRemoteDesk(agent: AgentClient): ScanDesk {
  return {
    async scan({ bytes, containerNumber, model, cameraId }) {
      const query = new URLSearchParams({ camera: cameraId });
      if (containerNumber !== undefined) query.set("container", containerNumber);
      if (model !== undefined) query.set("model", model);
      const headers = { "content-type": "application/octet-stream" };
      const sent = { method: "POST", headers, body: Buffer.from(bytes) };
      const reply = await agent.request(`/scans?${query.toString()}`, sent).catch((error: unknown) => {
        const isRefused = error instanceof AgentRequestError && error.status === 422;
        throw isRefused ? new CommandError("usage", error.message, { cause: error }) : error;
      });
      return receipt.parse(reply);
    },
    async progress(id) {
      try {
        return progress.parse(await agent.request(`/scans/${encodeURIComponent(id)}`));
      } catch (error) {
        if (error instanceof AgentRequestError && error.status === 404) return undefined;
        throw error;
      }
    },
    close: async () => {},
  };
}

/** Holds the data folder during the scan. Throws OutboxError when another process holds it. */
export function openLocalDesk(parts: {
  config: AgentConfig;
  clock: Clock;
  random: () => number;
  logger: Logger;
}): ScanDesk {
  const { config, clock, logger } = parts;
  const stack = new AsyncDisposableStack();
  const { outbox, forwarder, newId } = openDataFolder({ ...parts, traces: NO_TRACES }, stack);
  const models = createModelShelf({ config, askers: 1, logger });
  stack.defer(() => models.close());
  const userEmailAt = () => config.device.userEmail;
  // No agent follows the lanes.
  const nameManual = () => null;
  const manualScans = createManualScans({ config, outbox, forwarder, models, userEmailAt, nameManual, newId, clock });
  return {
    async scan(request) {
      await lookAtClock();
      return manualScans.scan(request);
    },
    progress: async (id) => manualScans.progress(id),
    close: () => stack.disposeAsync(),
  };
}
