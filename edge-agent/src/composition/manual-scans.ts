import { isClockSynchronised } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import { type DeliveryProgress, readProgress } from "../forwarding/delivery-progress.ts";
import type { ForwarderStatus } from "../forwarding/forwarder.ts";
import type { ModelShelf } from "./model-shelf.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { ManualName } from "../stations/name-manual-scan.ts";
import { scanPictureFile } from "../stations/scan-picture-file.ts";

export type ScanRequest = {
  /** A picture file. */
  bytes: Uint8Array;
  /** Undefined: that of the vehicle in the lane of the camera. */
  containerNumber: string | undefined;
  /** Name of a configured model; default: the first. */
  model: string | undefined;
  cameraId: string;
};

export type ScanReceipt = {
  id: string;
  containerNumber: string;
  model: { name: string; version: string };
  inferenceMs: number;
  /** Null where the model has no figures of the pictures that it was trained on. */
  isUnlike: boolean | null;
  detections: { className: string; confidence: number; areaPercent: number }[];
};

/** The request cannot be served; the message states what to change. */
export class ScanRefusedError extends Error {
  override readonly name = "ScanRefusedError";
}

/** Scans of single picture files, through the same outbox as the stations' scans. */
export function createManualScans(parts: {
  config: AgentConfig;
  models: Pick<ModelShelf, "named">;
  outbox: Outbox;
  forwarder: { status: () => ForwarderStatus; wake: () => void };
  /** Returns the operator for the current captures of a camera. */
  userEmailAt: (cameraId: string) => string | undefined;
  /** Names a picture by the passage in the lane of its camera; null where there is none, or no lane is followed. */
  nameManual: (cameraId: string, containerNumber: string | undefined) => ManualName | null;
  newId: () => string;
  clock: Clock;
}) {
  const { config, models, outbox, forwarder, userEmailAt, nameManual, newId, clock } = parts;
  const deviceId = config.device.id;
  return {
    /** Commits the scan to the outbox. Throws PictureError, ScanRefusedError, or the error of the model. */
    async scan({ bytes, containerNumber, model, cameraId }: ScanRequest): Promise<ScanReceipt> {
      const names = [...config.models.keys()];
      const name = model ?? names[0];
      const settings = name === undefined ? undefined : config.models.get(name);
      if (name === undefined || !settings) {
        const known = names.length === 0 ? "no model is configured" : `configured: ${names.join(", ")}`;
        throw new ScanRefusedError(`unknown model "${name ?? ""}": ${known}`);
      }
      const named = nameManual(cameraId, containerNumber) ?? withoutPassage(containerNumber);
      if (!named) throw new ScanRefusedError(`state the container: no running station follows camera "${cameraId}"`);
      const loaded = await models.named(name);
      const capture = await scanPictureFile(
        {
          bytes,
          name: named,
          cameraId,
          detect: (picture) => loaded.detect(picture, `manual scans of ${cameraId}`),
          scanConfidence: settings.confidence,
        },
        { deviceId, userEmail: userEmailAt(cameraId), newId, nowMs: clock.nowMs, isClockSynchronised },
      );
      const result = outbox.insert(capture);
      if (!result.ok) throw new ScanRefusedError(`the outbox rejected the scan: ${result.message}`);
      forwarder.wake();
      const { model_name, model_version, inference_ms, unlike_training, detections } = capture.payload;
      return {
        id: capture.id,
        containerNumber: named.containerNumber,
        model: { name: model_name, version: model_version },
        inferenceMs: inference_ms,
        isUnlike: unlike_training ?? null,
        detections: detections.map(({ class_name, confidence, area_percentage }) => ({
          className: class_name ?? "",
          confidence: confidence ?? 0,
          areaPercent: area_percentage ?? 0,
        })),
      };
    },

    /** Undefined for an unknown id. */
    progress: (id: string): DeliveryProgress | undefined =>
      readProgress({ outbox, forwarder }, { id, kind: "category-scan" }),
  };
}
const withoutPassage = (containerNumber: string | undefined): ManualName | null =>
  containerNumber === undefined ? null : { containerNumber, passageId: undefined, passagePosition: undefined };

export type ManualScans = ReturnType<typeof createManualScans>;
