import type { Detection } from "@container-inspection/shared-schemas";
import type { Random } from "./random.ts";

/** How often a detection model errs. */
export type Model = {
  /** As its scans state it; null for a model that no rule set knows. */
  name: string | null;
  /** The share of things that are detected as anything. */
  foundShare: (className: string) => number;
  /** The share of detected things that get the name of another class. */
  misnamedShare: (className: string) => number;
  /** The share of pictures with one detection where there is no thing. */
  strayShare: number;
};

/** A thing in front of the camera, and the part of the picture that it takes. */
export type Thing = { className: string; areaPercentage: number };

const PICTURE_WIDTH = 1280;
const PICTURE_HEIGHT = 960;

/** The classes of the bundled model: what is misnamed gets one of the others, each as likely. */
const CLASSES = ["carton", "pallet", "drum", "sack", "crate", "roll", "machinery", "vehicle"] as const;

/** mAP50 per class, from the table of edge-agent/models/category-demo.card.md. */
const card = {
  heldOutSeeds: {
    anyClass: 0.895,
    perClass: { carton: 0.7, pallet: 0.63, drum: 0.78, sack: 0.71, crate: 0.72, roll: 0.62, machinery: 0.76, vehicle: 0.83 }, // prettier-ignore
  },
  unseenShapes: {
    anyClass: 0.866,
    perClass: { carton: 0.51, pallet: 0.28, drum: 0.22, sack: 0.65, crate: 0.27, roll: 0.35, machinery: 0.24, vehicle: 0.59 }, // prettier-ignore
  },
};

/**
 * The bundled model, by its card. The card states average precision, not rates; they are read as follows. An average
 * precision is at most the share of things that are found, so "any class" is taken as that share (for all classes: the
 * card does not split it). A class's own figure is at most the share found under the right name, so misnamed = 1 −
 * class ÷ any class. That reading is exact where misnamed detections are less confident than right ones, as they mostly
 * are below; else the figure of a class would fall twice, and fewer would be misnamed. The card has no table of
 * confusions: every other class is as likely. Stray detections: 0.09 a picture, which the card states for the chosen
 * pictures of its demonstration video and nowhere else. Things of no class of its own: "taken for one of them or not
 * detected", read as half and half.
 */
function readCard({ anyClass, perClass }: (typeof card)["heldOutSeeds"]): Model {
  const figures = new Map<string, number>(Object.entries(perClass));
  return {
    name: "category-demo",
    foundShare: (className) => (figures.has(className) ? anyClass : 0.5),
    misnamedShare: (className) => 1 - (figures.get(className) ?? 0) / anyClass,
    strayShare: 0.09,
  };
}

export const bundledModel = readCard(card.heldOutSeeds);
export const bundledModelOnUnseenShapes = readCard(card.unseenShapes);
export const goodModel: Model = { name: null, foundShare: () => 0.95, misnamedShare: () => 0.005, strayShare: 0.05 };

/** What the model reports on one picture. */
export function detect(things: readonly Thing[], model: Model, random: Random): Detection[] {
  const detections = things.flatMap(({ className, areaPercentage }) => {
    if (!random.chance(model.foundShare(className))) return [];
    if (!random.chance(model.misnamedShare(className)))
      return [drawDetection(className, drawRightConfidence(random), areaPercentage, random)];
    const others = CLASSES.filter((other) => other !== className);
    return [drawDetection(random.pick(others), drawWrongConfidence(random), areaPercentage, random)];
  });
  if (!random.chance(model.strayShare)) return detections;
  const stray = drawDetection(random.pick(CLASSES), drawWrongConfidence(random), random.between(0.05, 2), random);
  return [...detections, stray];
}

/** One detection with a rectangle of its area somewhere in the picture. */
export function drawDetection(
  className: string,
  confidence: number,
  areaPercentage: number,
  random: Random,
): Detection {
  const area = (areaPercentage / 100) * PICTURE_WIDTH * PICTURE_HEIGHT;
  const width = Math.min(Math.sqrt(area * random.between(0.6, 1.6)), PICTURE_WIDTH);
  const height = Math.min(area / width, PICTURE_HEIGHT);
  const [left, top] = [random.next() * (PICTURE_WIDTH - width), random.next() * (PICTURE_HEIGHT - height)];
  return {
    className,
    confidence,
    polygon: { x: [left, left + width, left + width, left], y: [top, top, top + height, top + height] },
    areaPercentage,
    quantity: 1,
    volume: null,
  };
}

/** Of a detection with the right name: 0.25 to 1, 0.78 on average. An estimate; the card states none. */
const drawRightConfidence = (random: Random) => 0.25 + 0.75 * kumaraswamy(4, 2, random);

/** Of a misnamed or stray detection: 0.25 to 1, 0.46 on average, 4 % above 0.7. An estimate; the card states none. */
const drawWrongConfidence = (random: Random) => 0.25 + 0.75 * kumaraswamy(1.5, 5, random);

/** A draw from 0 to 1 by Kumaraswamy's distribution, which is close to a beta distribution and simple to invert. */
function kumaraswamy(a: number, b: number, random: Random): number {
  return (1 - (1 - random.next()) ** (1 / b)) ** (1 / a);
}
