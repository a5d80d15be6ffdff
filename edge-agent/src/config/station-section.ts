import { CONTAINER_NUMBER_FORM, parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
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
        /** Several loads of one container pass, such as at an unloading dock. */
        severalLoads: z.boolean().default(false),
        /** Numbers are announced when the load has left, not before it comes or while it is in view. */
        announcedAfterLoads: z.boolean().default(false),
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

/** MQTT topic without wildcards. */
const topic = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[^#+\0]*$/, { message: "must be one topic, without the wildcards # and +" });

/** Outputs of the decisions on the containers of a lane. */
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
    /** Verdict given out while the cloud is unavailable. */
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
    /** Positions of containers on a vehicle that carries several. */
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
  /** Unit that is scanned once; the default depends on the camera: each picture of a folder, otherwise each load. */
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
  /** True if scans at an interval take place even without objects. */
  everyWithoutObjects: z
    .boolean()
    .default(false)
    .meta({ examples: ["true"] }),
  /** Scans when the objects in view differ from those at the last scan. */
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
  /** Time in seconds for which the objects must be the same and not move. */
  stableSeconds: seconds(0.1, 60, 1.5),
  /** Time in seconds after which an empty picture, or a different load in view, ends the visit. */
  goneSeconds: seconds(0.1, 600, 2),
  /** Time in seconds after which a load that never stops moving is scanned, from the best picture so far. */
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

/** Criteria for the model's objects that belong to the station. */
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

/** Position of a container's floor in the pictures, and the inside dimensions of the container. */
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

/** Returns true if the corners turn left as seen in a picture, where y points down. */
function isTurningLeft(corners: readonly (readonly [number, number])[]): boolean {
  return corners.every(([x, y], index) => {
    const [x1, y1] = corners[(index + 1) % corners.length] ?? [x, y];
    const [x2, y2] = corners[(index + 2) % corners.length] ?? [x, y];
    return (x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1) < 0;
  });
}

/** The longest time that can be stated as usual until a vehicle comes to a station. */
export const MAX_ARRIVAL_SECONDS = 3_600;

const usualSeconds = (usual: number) =>
  z
    .number()
    .min(0)
    .max(MAX_ARRIVAL_SECONDS)
    .optional()
    .meta({ examples: [usual] });

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
    /** Models that also inspect the picture of each scan, by their task. */
    alsoScan: z.strictObject({ category: modelName, defect: modelName, illegal: modelName }).prefault({}),
    /** Source of the containers of a station that belongs to no lane. */
    container: containerSource.optional(),
    lane: z
      .string()
      .optional()
      .meta({ examples: ["lane-1"] }),
    /** Position of the lane that the station sees. */
    position: z
      .string()
      .optional()
      .meta({ examples: ["front"] }),
    /** Usual times until a vehicle comes to the station, which hold until they are learnt from vehicles. */
    arrival: z
      .strictObject({
        /** Since its number was last in view or announced. */
        afterNumberSeconds: usualSeconds(8),
        /** Since it left the other stations of the lane. */
        afterOthersSeconds: usualSeconds(12),
      })
      .prefault({}),
    /** Cameras without their own station, whose pictures of each visit are sent as evidence. */
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
