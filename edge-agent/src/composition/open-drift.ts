import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { maskUrl } from "../cameras/mask-url.ts";
import { isClockSynchronised } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig, StationConfig } from "../config/config.ts";
import { type DriftWatch, startDriftWatch } from "../care/drift/watch-drift.ts";
import type { Logger } from "../base/logger.ts";
import type { Outbox } from "../outbox/outbox.ts";

/**
 * Interval between two looks of a camera: a load that stays in view is counted now and then, not with each picture.
 */
const LOOK_EVERY_MS = 10_000;

/** Compares the days of the cameras that a station's model watches; null where that is disabled. */
export async function openDrift(parts: {
  config: AgentConfig;
  outbox: Pick<Outbox, "insert">;
  newId: () => string;
  clock: Clock;
  logger: Logger;
}): Promise<DriftWatch | null> {
  const { config, outbox, newId, clock, logger } = parts;
  if (config.drift === null) return null;
  const cameras = [];
  for (const station of config.stations) {
    const isFolder = config.cameras.some(({ id, url }) => id === station.camera && url.startsWith("folder:"));
    const lookEveryMs = isFolder ? 0 : LOOK_EVERY_MS;
    cameras.push({ id: station.camera, setUp: await describeSetUp(station, config), lookEveryMs });
  }
  return startDriftWatch({
    file: path.join(config.dataDir, "drift.sqlite"),
    settings: config.drift,
    cameras,
    nowMs: clock.nowMs,
    monotonicMs: clock.monotonicMs,
    isClockSynchronised,
    commit(cameraId, payload) {
      const facts = { id: newId(), deviceId: config.device.id, cameraId, capturedAtMs: clock.nowMs() };
      const clockSynchronised = isClockSynchronised();
      return outbox.insert({ ...facts, clockSynchronised, kind: "camera-drift", payload }).ok;
    },
    logger,
  });
}

/** Another picture, model or choice of objects has another reference; another password has not. */
async function describeSetUp(station: StationConfig, { cameras, models }: AgentConfig): Promise<string> {
  const camera = cameras.find(({ id }) => id === station.camera);
  const { url = "", subStream = "", rotate, privacyZones, maxWidthPixels } = camera ?? {};
  const model = models.get(station.model);
  const file = model && (await hashFile(model.file));
  const seen = [maskUrl(url), subStream && maskUrl(subStream), rotate, privacyZones, maxWidthPixels];
  // Set-ups without it keep the reference that they have.
  const naming = model?.nameConfidence === undefined ? [] : [model.nameConfidence];
  const found = [file, model?.confidence, model?.iou, model?.layout, model?.classNames, station.objects, ...naming];
  return createHash("sha256")
    .update(JSON.stringify([seen, found]))
    .digest("hex");
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
