import { CONTAINER_NUMBER_FORM, parseContainerNumber } from "@container-inspection/shared-schemas";
import { z } from "zod";
import { name, path, share } from "./primitives.ts";

const containerSource = z
  .strictObject({
    fixed: z
      .string()
      .refine((text) => parseContainerNumber(text) !== undefined, { message: CONTAINER_NUMBER_FORM })
      .optional()
      .meta({ examples: ["CSQU3054383"] }),
    identified: z
      .strictObject({
        expiresAfterMinutes: z.number().min(0.1).max(10_080).default(30),
        waitSeconds: z.number().min(0).max(3_600).default(60),
        /** Their pictures show the number. */
        cameras: z
          .array(z.string())
          .max(8)
          .default([])
          .meta({ examples: ["[lane-1-number]"] }),
      })
      .optional()
      .meta({ examples: ["{ expiresAfterMinutes: 30 }"] }),
  })
  .refine(({ fixed, identified }) => (fixed === undefined) !== (identified === undefined), {
    message: "needs either fixed (one permanent container number) or identified (numbers are announced)",
  })
  .meta({ examples: ["{ fixed: CSQU3054383 }"] });

/** Of MQTT. */
const topic = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[^#+\0]*$/, { message: "must be one topic, without the wildcards # and +" });

/** How decisions on the containers of a lane are given out. */
const verdict = z
  .strictObject({
    /** Replaced with each verdict. */
    file: path.optional().meta({ examples: ["/run/gate/lane-1.json"] }),
    /** Gets a POST with each verdict. */
    url: z
      .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
      .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
        message: "must not contain a user name or password",
      })
      .optional()
      .meta({ examples: ["http://127.0.0.1:9000/verdicts"] }),
    mqttTopic: topic.optional().meta({ examples: ["gates/1/verdict"] }),
    /** What is given out while the cloud cannot be asked. */
    whileDown: z
      .enum(["hold", "release", "nothing"])
      .default("nothing")
      .meta({ examples: ["hold"] }),
    downAfterSeconds: z
      .number()
      .min(1)
      .max(3_600)
      .default(10)
      .meta({ examples: [10] }),
  })
  .refine(({ file, url, mqttTopic }) => [file, url, mqttTopic].some((output) => output !== undefined), {
    message: "needs file, url or mqttTopic: where verdicts are given out",
  })
  .meta({ examples: ["{ url: http://127.0.0.1:9000/verdicts, whileDown: hold }"] });

/** Stations past which the same container goes. */
export const lane = z
  .strictObject({
    id: name.meta({ examples: ["lane-1"] }),
    container: containerSource,
    /** Where a container can stand on a vehicle that carries several. */
    positions: z
      .array(name)
      .min(2)
      .max(8)
      .optional()
      .meta({ examples: ["[front, rear]"] }),
    verdict: verdict.optional(),
  })
  .refine(({ container, positions }) => positions === undefined || container?.fixed === undefined, {
    message: "a fixed container number has no positions: use identified, or leave out positions",
  })
  .meta({ examples: ["{ id: lane-1, container: { identified: { expiresAfterMinutes: 10 } } }"] });

const seconds = (least: number, most: number, usual: number) =>
  z
    .number()
    .min(least)
    .max(most)
    .default(usual)
    .meta({ examples: [usual] });

const scan = z.strictObject({
  /** What is scanned once; the default depends on the camera: each picture of a folder, else each load. */
  each: z
    .enum(["load", "picture", "nothing"])
    .optional()
    .meta({ examples: ["load"] }),
  /** Scans every so often. */
  everySeconds: z
    .number()
    .min(0.5)
    .max(86_400)
    .optional()
    .meta({ examples: [60] }),
  /** Also when nothing is there. */
  everyWithoutObjects: z
    .boolean()
    .default(false)
    .meta({ examples: ["true"] }),
  /** Scans when other objects stand there than at the last scan. */
  onChange: z
    .boolean()
    .default(false)
    .meta({ examples: ["true"] }),
  /** An object that is elsewhere by more than this share of the picture's diagonal has changed its place. */
  changeMovePercent: z
    .number()
    .min(1)
    .max(100)
    .default(10)
    .meta({ examples: [10] }),
  /** A message of this topic requests a scan. */
  mqttTopic: topic.optional().meta({ examples: ["gates/1/scan"] }),
  /** The objects must be the same and stand still for this long. */
  stableSeconds: seconds(0.1, 60, 1.5),
  /** A picture empty for this long ends the visit, and so does a different load that stands there for this long. */
  goneSeconds: seconds(0.1, 600, 2),
  /** A load that never stands still is scanned after this long, from the best picture so far. */
  maxWaitSeconds: seconds(0.5, 3_600, 15),
  /** An object that is visible for less than this is no load. */
  minimumPresenceSeconds: seconds(0, 10, 0.4),
  /** Objects with less confidence take no part in the decision. */
  minimumConfidence: share.default(0.4).meta({ examples: [0.4] }),
  /** Still is what moves by less than this share of the picture's diagonal per second. */
  maxSpeedPercent: z
    .number()
    .min(0.1)
    .max(100)
    .default(3)
    .meta({ examples: [3] }),
});
export type ScanSettings = z.output<typeof scan>;

const sizePercent = (usual: number) =>
  z
    .number()
    .min(0)
    .max(100)
    .default(usual)
    .meta({ examples: [usual] });
/** Shares of the picture's width and height from the top left. */
const corner = z
  .array(share)
  .length(2, { message: "must be a corner [x, y]" })
  .transform(([x = 0, y = 0]): [number, number] => [x, y]);
/** Polygons. */
const zones = z
  .array(z.array(corner).min(3, { message: "needs at least three corners" }).max(100))
  .max(20)
  .default([])
  .meta({ examples: ["[[[0.2, 0.3], [0.8, 0.3], [1, 1], [0, 1]]]"] });

/** Which of the objects that the model finds belong to the station. */
const objects = z.strictObject({
  include: zones,
  exclude: zones,
  classes: z
    .array(z.string().min(1).max(100))
    .min(1)
    .optional()
    .meta({ examples: ["[carton, drum]"] }),
  minimumSizePercent: sizePercent(0),
  maximumSizePercent: sizePercent(100),
});

/** Near corners are often below the picture. */
const floorCorner = z
  .array(z.number().min(-2).max(3))
  .length(2, { message: "must be a corner [x, y]" })
  .transform(([x = 0, y = 0]): [number, number] => [x, y]);
const metres = (usual: number) =>
  z
    .number()
    .min(0.1)
    .max(100)
    .meta({ examples: [usual] });

/** Where a container's floor lies in the pictures, and how large the container is inside. */
const geometry = z
  .strictObject({
    floor: z
      .tuple([floorCorner, floorCorner, floorCorner, floorCorner], {
        error: "must be four corners: near left, near right, far right, far left",
      })
      .refine(isTurningLeft, {
        message: "must be a convex shape, its corners in this order: near left, near right, far right, far left",
      })
      .meta({ examples: ["[[-0.1, 1.1], [1.1, 1.1], [0.7, 0.6], [0.3, 0.6]]"] }),
    widthMetres: metres(2.35),
    lengthMetres: metres(5.9),
    heightMetres: metres(2.39),
  })
  .meta({
    examples: [
      "{ floor: [[-0.1, 1.1], [1.1, 1.1], [0.7, 0.6], [0.3, 0.6]], widthMetres: 2.35, lengthMetres: 5.9, heightMetres: 2.39 }",
    ],
  });

/** As seen in a picture, where y points down. */
function isTurningLeft(corners: readonly (readonly [number, number])[]): boolean {
  return corners.every(([x, y], index) => {
    const [x1, y1] = corners[(index + 1) % corners.length] ?? [x, y];
    const [x2, y2] = corners[(index + 2) % corners.length] ?? [x, y];
    return (x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1) < 0;
  });
}

const modelName = z
  .string()
  .optional()
  .meta({ examples: ["damage"] });

export const station = z
  .strictObject({
    id: name.meta({ examples: ["gate-1"] }),
    camera: z.string().meta({ examples: ["gate-1-top"] }),
    model: z.string().meta({ examples: ["category"] }),
    scanType: z
      .enum(["category", "defect", "illegal"])
      .default("category")
      .meta({ examples: ["category"] }),
    /** Models that look at the picture of each scan once more, by what they look for. */
    alsoScan: z.strictObject({ category: modelName, defect: modelName, illegal: modelName }).prefault({}),
    /** Where it belongs to no lane. */
    container: containerSource.optional(),
    lane: z
      .string()
      .optional()
      .meta({ examples: ["lane-1"] }),
    /** Which of the lane's positions it sees. */
    position: z
      .string()
      .optional()
      .meta({ examples: ["front"] }),
    /** Cameras without a station of their own, whose pictures of each visit are sent as evidence. */
    evidence: z
      .strictObject({
        cameras: z
          .array(z.string())
          .max(8)
          .default([])
          .meta({ examples: ["[gate-1-left, gate-1-right]"] }),
      })
      .prefault({}),
    objects: objects.prefault({}),
    geometry: geometry.optional(),
    scan: scan.prefault({}),
  })
  .refine(({ container, lane: laneId }) => (container === undefined) !== (laneId === undefined), {
    message: "needs either container, or lane (its stations share their container numbers)",
  })
  .meta({ examples: ["{ id: gate-1, camera: gate-1-top, model: category, container: { fixed: CSQU3054383 } }"] });
