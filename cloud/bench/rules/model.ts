import type { Detection } from "@container-inspection/shared-schemas/scans";
import type { Random } from "./random.ts";

/** Error rates of a detection model. */
export type Model = {
  /** Name of the model as its scans state it; null for a model that no rule set knows. */
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

/** The classes of the bundled model; a misnamed object gets one of the others, each equally likely. */
const CLASSES = ["carton", "pallet", "drum", "sack", "crate", "roll", "machinery", "vehicle"] as const;

/** Results of the bundled model from confidence 0.25, from the tables of edge-agent/models/category-demo.card.md. */
const card = {
  heldOutSeeds: {
    found: 0.888,
    misnamed: { carton: 0.11, pallet: 0.17, drum: 0.1, sack: 0.05, crate: 0.1, roll: 0.16, machinery: 0.11, vehicle: 0.04 }, // prettier-ignore
    strays: 0.53,
  },
  unseenShapes: {
    found: 0.888,
    misnamed: { carton: 0.41, pallet: 0.64, drum: 0.33, sack: 0.15, crate: 0.14, roll: 0.38, machinery: 0.6, vehicle: 0.2 }, // prettier-ignore
    strays: 0.74,
  },
};

/**
 * The bundled model, by its card. The card has no table of confusions: every other class is equally likely. A picture
 * has at most one stray, with the card's strays as its chance. Objects without a class in the model are "taken for one
 * of them or not found", read as half and half.
 */
function readCard({ found, misnamed, strays }: (typeof card)["heldOutSeeds"]): Model {
  const figures = new Map<string, number>(Object.entries(misnamed));
  return {
    name: "category-demo",
    foundShare: (className) => (figures.has(className) ? found : 0.5),
    misnamedShare: (className) => figures.get(className) ?? 1,
    strayShare: strays,
  };
}

export const bundledModel = readCard(card.heldOutSeeds);
export const bundledModelOnUnseenShapes = readCard(card.unseenShapes);
export const goodModel: Model = { name: null, foundShare: () => 0.95, misnamedShare: () => 0.005, strayShare: 0.05 };

/** Returns the model's detections on one picture. */
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

/**
 * Draws the confidence of a correctly named detection: 0.25 to 1, 0.78 on average. An estimate; the card states
 * none.
 */
const drawRightConfidence = (random: Random) => 0.25 + 0.75 * kumaraswamy(4, 2, random);

/**
 * Draws the confidence of a misnamed or stray detection: 0.25 to 1, 0.46 on average, 4 % above 0.7. An estimate; the
 * card states none.
 */
const drawWrongConfidence = (random: Random) => 0.25 + 0.75 * kumaraswamy(1.5, 5, random);

/** A draw from 0 to 1 by Kumaraswamy's distribution, which is close to a beta distribution and simple to invert. */
function kumaraswamy(a: number, b: number, random: Random): number {
  return (1 - (1 - random.next()) ** (1 / b)) ** (1 / a);
}
