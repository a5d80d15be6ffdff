import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type EdgeVerdict, edgeVerdictsData } from "@container-inspection/shared-schemas/verdicts";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { AgentConfig } from "../../config/config.ts";
import type { CloudLink } from "../../forwarding/link/cloud-link.ts";
import { pollChanges } from "../../forwarding/loops/poll-changes.ts";
import type { Logger } from "../../base/logger.ts";
import { writePrivate } from "../../base/write-private.ts";
import { createLaneVerdicts, type VerdictStatus } from "./lane-verdicts.ts";
import { openPublisher, outputsOf, type Publisher } from "./verdict-outputs.ts";

/** Longer than a request waits in the cloud. */
const DEADLINE_MS = 40_000;
const LOOK_MS = 500;
/** A gate waits: the cloud is asked again soon after a break. */
const RETRY_MAX_MS = 5_000;

export type FollowedVerdicts = {
  /** One for each output of each lane. */
  status: () => VerdictStatus[];
  stop: () => Promise<void>;
};

const givenByOutput = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * Gives out the decisions about the containers of the lanes as soon as the cloud makes them and, while it cannot be
 * asked, the verdicts of the lanes' rules. After a break it requests the present verdicts again; those given out are
 * kept in a file, so that a restart repeats nothing.
 */
export function followVerdicts(parts: {
  config: AgentConfig;
  link: CloudLink;
  newId: () => string;
  clock: Clock;
  random: () => number;
  /** Time at which the stations of a lane took their last scan; null before the first. */
  lastScanMs: (lane: string) => number | null;
  /** True where another vehicle has come to a lane since a scan was captured; null where that is not known. */
  hasLeft: (lane: string, capturedAtMs: number) => boolean | null;
  logger: Logger;
}): FollowedVerdicts {
  const { config, link, clock, random, logger } = parts;
  const { monotonicMs } = clock;
  const client = link.openClient({ concurrency: 1, deadlineBaseMs: DEADLINE_MS });
  const needsBroker = config.lanes.some(({ verdict }) => verdict?.mqttTopic !== undefined);
  const publisher = needsBroker && config.mqtt ? openPublisher(config.mqtt, config.device.id) : undefined;
  const pause: Pause = async (ms, until) => delay(ms, undefined, { signal: until }).catch(() => undefined);
  const lanes = openLanes(parts, publisher, pause);
  let answeredAtMs = monotonicMs();
  let isFailing = false;
  const polling = pollChanges({
    client,
    url: link.urlOf("/v1/edge/verdicts"),
    data: edgeVerdictsData,
    what: "verdicts",
    deviceId: config.device.id,
    onReply({ verdicts, version }) {
      isFailing = false;
      answeredAtMs = monotonicMs();
      // The cloud does not know this device before its first heartbeat.
      if (version === "none") return;
      for (const lane of lanes) lane.note(verdicts.filter(lane.isOfLane), parts.lastScanMs(lane.id));
    },
    onFailure: () => void (isFailing = true),
    retryMaxMs: RETRY_MAX_MS,
    monotonicMs,
    random,
    logger,
  });
  const looking = setInterval(() => {
    const sinceMs = monotonicMs() - answeredAtMs;
    for (const { noteDown, downAfterMs } of lanes) if (isFailing && sinceMs >= downAfterMs) noteDown();
  }, LOOK_MS);
  return {
    status: () => lanes.map((lane) => lane.status()),
    async stop() {
      clearInterval(looking);
      await polling.stop();
      await Promise.all(lanes.map((lane) => lane.stop()));
      await publisher?.stop();
      await client.close();
    },
  };
}

type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Opens the outputs of the verdicts, one for each output of each lane, with the cameras of the lane. */
function openLanes(
  { config, newId, clock: { nowMs }, random, hasLeft, logger }: Parameters<typeof followVerdicts>[0],
  publisher: Publisher | undefined,
  pause: Pause,
) {
  const file = path.join(config.dataDir, "verdicts.json");
  const given = readGiven(file, logger);
  const save = () => {
    try {
      writePrivate(file, `${JSON.stringify(given)}\n`);
    } catch (error) {
      logger.warn({ file, err: error }, "given verdicts could not be saved; a restart gives them out again");
    }
  };
  return config.lanes.flatMap(({ id, verdict }) => {
    if (!verdict) return [];
    const cameras = new Set(config.stations.flatMap(({ lane, camera }) => (lane === id ? [camera] : [])));
    const isOfLane = ({ cameraIds }: EdgeVerdict) => cameraIds.some((cameraId) => cameras.has(cameraId));
    const { whileDown, downAfterSeconds } = verdict;
    return outputsOf(verdict, publisher).map((output) => {
      // An output that fails delays no other one.
      const key = `${id} ${output.kind}`;
      const saveOf = (ofOutput: Record<string, string>) => {
        given[key] = ofOutput;
        save();
      };
      const shared = { newId, nowMs, random, pause, logger, hasLeft: (takenMs: number) => hasLeft(id, takenMs) };
      const lane = createLaneVerdicts({ ...shared, lane: id, whileDown, output, given: given[key], save: saveOf });
      return { ...lane, id, isOfLane, downAfterMs: downAfterSeconds * 1_000 };
    });
  });
}

function readGiven(file: string, logger: Logger): z.infer<typeof givenByOutput> {
  if (!existsSync(file)) return {};
  try {
    return givenByOutput.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    logger.warn({ file, err: error }, "given verdicts could not be read; they are given out again");
    return {};
  }
}
