import type { Frame } from "../cameras/frame.ts";
import type { Detection, Detections } from "../inference/detections.ts";
import type { NumberPlace } from "../reading/number-place.ts";
import type { UnnumberedScan } from "./capture.ts";
import type { CaptureParts } from "./make-captures.ts";
import { makeScanPayload, makeScanPictures } from "./make-scan.ts";

type Size = { widthPixels: number; heightPixels: number };

/** The numbers of a picture as findings in a copy of this size, which is `scale` times as wide. */
export function findNumbers(places: readonly NumberPlace[], size: Size, scale: number): Detection[] {
  return places.flatMap(({ candidates: [best], characters, confidence }) =>
    best ? [finding({ className: best.text, confidence }, characters, size, scale)] : [],
  );
}

/** A photo of evidence of the picture that decided about a number: its findings are the number and its characters. */
export async function makeNumberPhoto(
  frame: Frame,
  { text, confidence, place }: { text: string; confidence: number; place: NumberPlace },
  model: Detections["model"],
  parts: Pick<CaptureParts, "deviceId" | "userEmailAt" | "newId" | "isClockSynchronised">,
): Promise<UnnumberedScan> {
  const { deviceId, newId, isClockSynchronised } = parts;
  const { cameraId, capturedAtMs, widthPixels, heightPixels } = frame;
  const userEmail = parts.userEmailAt(cameraId);
  const number = finding({ className: text, confidence }, place.characters, frame, 1);
  const spelled = place.candidates[0]?.text ?? "";
  const characters = place.characters.map((character, index) =>
    finding({ className: spelled[index] ?? "", confidence: character.score }, [character], frame, 1),
  );
  const found = { model, widthPixels, heightPixels, inferenceMs: 0, items: [number, ...characters] };
  // Several pictures took part, so there is no time of one.
  const { inference_ms: _none, ...payload } = makeScanPayload(found, { minimumConfidence: 0, userEmail });
  return {
    kind: "evidence",
    id: newId(),
    deviceId,
    cameraId,
    capturedAtMs,
    clockSynchronised: isClockSynchronised(),
    payload,
    pictures: await makeScanPictures(frame, [number]),
  };
}

/** The box around characters as a finding. */
function finding(
  what: Pick<Detection, "className" | "confidence">,
  characters: NumberPlace["characters"],
  { widthPixels, heightPixels }: Size,
  scale: number,
): Detection {
  const edge = (values: number[], choose: (...all: number[]) => number, most: number) =>
    Math.max(0, Math.min(most, scale * choose(...values)));
  const box = {
    x1: edge(
      characters.map(({ x, width }) => x - width / 2),
      Math.min,
      widthPixels,
    ),
    y1: edge(
      characters.map(({ y, height }) => y - height / 2),
      Math.min,
      heightPixels,
    ),
    x2: edge(
      characters.map(({ x, width }) => x + width / 2),
      Math.max,
      widthPixels,
    ),
    y2: edge(
      characters.map(({ y, height }) => y + height / 2),
      Math.max,
      heightPixels,
    ),
  };
  const areaPercent = (100 * (box.x2 - box.x1) * (box.y2 - box.y1)) / (widthPixels * heightPixels);
  return { ...what, box, polygon: null, areaPercent };
}
