import sharp from "sharp";
import type { Picture } from "../base/pictures/picture.ts";
import type { Detection } from "../inference/detections.ts";
import { drawText, widthOfText } from "./labels/draw-text.ts";

const LETTERS_SIZE = 12;

/** A JPEG of the picture with every finding outlined, filled and labelled with class and confidence. */
export async function annotatePicture(picture: Picture, detections: readonly Detection[]): Promise<Uint8Array> {
  const { widthPixels, heightPixels, rgb } = picture;
  const overlay = Buffer.from(drawFindings(detections, picture));
  return sharp(rgb, { raw: { width: widthPixels, height: heightPixels, channels: 3 } })
    .composite([{ input: overlay, density: 72 }])
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/** The drawing as SVG of the picture's size; the largest finding first, so that small ones stay visible. */
function drawFindings(
  detections: readonly Detection[],
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
): string {
  const unit = Math.max(widthPixels, heightPixels) / 640;
  const ordered = detections.toSorted((a, b) => b.areaPercent - a.areaPercent);
  const shapes = ordered.map((detection) => drawShape(detection, unit));
  const placed: Rectangle[] = [];
  const byConfidence = detections.toSorted((a, b) => b.confidence - a.confidence);
  const labels = byConfidence.map((detection) => {
    const label = placeLabel(detection, unit, { widthPixels, heightPixels }, placed);
    placed.push(label);
    return drawLabel(detection, label, unit);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPixels}" height="${heightPixels}">${shapes.join("")}${labels.join("")}</svg>`;
}

type Rectangle = { x: number; y: number; width: number; height: number };

function drawShape({ className, polygon, box }: Detection, unit: number): string {
  const colour = classColour(className);
  const points = polygon
    ? polygon.x.map((x, index) => `${x},${polygon.y[index] ?? 0}`)
    : [`${box.x1},${box.y1}`, `${box.x2},${box.y1}`, `${box.x2},${box.y2}`, `${box.x1},${box.y2}`];
  const at = points.join(" ");
  // A dark line under the bright one keeps the outline visible on any background.
  return (
    `<polygon points="${at}" fill="${colour}" fill-opacity="0.28" stroke="#101820" stroke-opacity="0.55" stroke-width="${3.6 * unit}" stroke-linejoin="round"/>` +
    `<polygon points="${at}" fill="none" stroke="${colour}" stroke-width="${1.8 * unit}" stroke-linejoin="round"/>`
  );
}

const labelText = ({ className, confidence }: Detection) =>
  `${className.slice(0, 40)} ${Math.round(confidence * 100)} %`;

/** Above the finding's box where there is room and no other label, else below or inside, always within the picture. */
function placeLabel(
  detection: Detection,
  unit: number,
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
  placed: readonly Rectangle[],
): Rectangle {
  const { box } = detection;
  const height = 17 * unit;
  const width = widthOfText(labelText(detection), LETTERS_SIZE * unit) + 12 * unit;
  const x = Math.max(0, Math.min(box.x1, widthPixels - width));
  const rows = [box.y1 - height, box.y1, box.y2 - height, box.y2, (box.y1 + box.y2 - height) / 2];
  const places = rows.map((y) => ({ x, y: Math.max(0, Math.min(y, heightPixels - height)), width, height }));
  const first = { x, y: Math.max(0, box.y1 - height), width, height };
  return places.find((place) => !placed.some((other) => overlap(place, other))) ?? first;
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function drawLabel(detection: Detection, { x, y, width, height }: Rectangle, unit: number): string {
  const colour = classColour(detection.className);
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${3 * unit}" fill="#101820" fill-opacity="0.82"/>` +
    `<rect x="${x}" y="${y}" width="${3.5 * unit}" height="${height}" rx="${1.5 * unit}" fill="${colour}"/>` +
    drawText(labelText(detection), {
      x: x + 7 * unit,
      y: y + 12.6 * unit,
      sizePixels: LETTERS_SIZE * unit,
      colour: "#ffffff",
    })
  );
}

/**
 * The same class has the same colour in every picture, whatever the model's list of classes is: a hue hashed from its
 * name. The seed was chosen so that the classes of the bundled model lie at least 25 degrees apart.
 */
function classColour(className: string): string {
  let hash = 3;
  for (const character of className) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0xc2b2ae35) >>> 0;
  return `hsl(${((hash ^ (hash >>> 15)) >>> 0) % 360}, 90%, 62%)`;
}
