import { UNLIKE_PICTURES } from "@container-inspection/shared-schemas/unlike-pictures";
import type { AgentConfig } from "../config/config.ts";
import type { Detection } from "../inference/detections.ts";
import type { ModelShelf } from "../composition/model-shelf.ts";
import { annotatePicture } from "../stations/annotate-picture.ts";
import type { PagePictures } from "./page-pictures.ts";

/** A picture as the model of a station gets it, and the findings of a model, if one was asked. */
export type TestPicture = {
  image: string;
  widthPixels: number;
  heightPixels: number;
  inferenceMs: number | null;
  /** Sentence about the findings that a technician must know. */
  note: string | null;
  findings: { className: string; confidence: number; areaPercent: number }[];
};

export type TestPictureResult = { ok: true; picture: TestPicture } | { ok: false; message: string };

const TIMEOUT_MS = 15_000;

/** Takes a picture of a camera and has a model look at it; it is recorded nowhere. */
export async function takeTestPicture(
  { cameraId, model, signal }: { cameraId: string; model: string | undefined; signal: AbortSignal },
  parts: { config: AgentConfig; pictures: PagePictures; models: Pick<ModelShelf, "named"> },
): Promise<TestPictureResult> {
  const settings = model === undefined ? undefined : parts.config.models.get(model);
  if (model !== undefined && !settings) return { ok: false, message: `unknown model "${model}"` };
  const taken = await parts.pictures.take(cameraId, TIMEOUT_MS, signal);
  if (!taken) {
    const message = `camera ${cameraId} delivered no picture within ${TIMEOUT_MS / 1_000} s`;
    return { ok: false, message };
  }
  const { frame } = taken;
  let items: Detection[] = [];
  let inferenceMs: number | null = null;
  let note: string | null = null;
  if (model !== undefined && settings) {
    try {
      const loaded = await parts.models.named(model);
      const detections = await loaded.detect(frame, `tests of ${cameraId}`);
      items = detections.items.filter(({ confidence }) => confidence >= settings.confidence);
      inferenceMs = detections.inferenceMs;
      if (detections.likeness?.isUnlike) note = `But ${UNLIKE_PICTURES}.`;
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }
  const jpeg = await annotatePicture(frame, items);
  return {
    ok: true,
    picture: {
      image: Buffer.from(jpeg).toString("base64"),
      widthPixels: frame.widthPixels,
      heightPixels: frame.heightPixels,
      inferenceMs,
      note,
      findings: items.map(({ className, confidence, areaPercent }) => ({ className, confidence, areaPercent })),
    },
  };
}
