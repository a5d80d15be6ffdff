import { CONTAINER_NUMBER_FORM, email, parseContainerNumber } from "@container-inspection/shared-schemas";
import { z } from "zod";
import { layoutNames } from "../inference/layouts/layout.ts";
import { camera } from "./camera-section.ts";
import { name, path, share } from "./primitives.ts";

/** Each field has an example, which its error shows. */
const cloud = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
      .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
        message: "must not contain a user name or password: write the key into apiKeyFile",
      })
      .meta({ examples: ["https://inspection.example.com"] }),
    apiKeyFile: path.optional().meta({ examples: ["edge-api-key"] }),
    apiKey: z
      .string()
      .min(1)
      .regex(/^[\x21-\x7e]+$/, { message: "must be visible ASCII characters without spaces" })
      .optional()
      .meta({ examples: ["${EDGE_API_KEY}"] }),
  })
  .refine(({ apiKey, apiKeyFile }) => (apiKey === undefined) !== (apiKeyFile === undefined), {
    message: "needs the key of this device: either apiKeyFile (a file that contains it) or apiKey",
  })
  .meta({ examples: ["{ url: https://inspection.example.com, apiKeyFile: edge-api-key }"] });

const device = z
  .strictObject({
    id: name.meta({ examples: ["gate-1"] }),
    userEmail: email.optional().meta({ examples: ["operator@example.com"] }),
  })
  .meta({ examples: ["{ id: gate-1 }"] });

const model = z
  .strictObject({
    file: path.meta({ examples: ["bundled:category-demo"] }),
    confidence: share.default(0.25).meta({ examples: [0.25] }),
    iou: share.default(0.7).meta({ examples: [0.7] }),
    /** Both only for a model whose file does not contain them. */
    layout: z
      .enum(layoutNames)
      .optional()
      .meta({ examples: ["v8-segment"] }),
    classNames: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(1_000)
      .optional()
      .meta({ examples: ["[weapon, battery]"] }),
    /** ONNX Runtime decides which there are, at loading. */
    executionProvider: z
      .string()
      .regex(/^[a-z]{2,20}$/, { message: "must be a name of ONNX Runtime in lower case" })
      .default("cpu")
      .meta({ examples: ["cpu"] }),
  })
  .meta({ examples: ["{ file: bundled:category-demo }"] });

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
      })
      .optional()
      .meta({ examples: ["{ expiresAfterMinutes: 30 }"] }),
  })
  .refine(({ fixed, identified }) => (fixed === undefined) !== (identified === undefined), {
    message: "needs either fixed (one permanent container number) or identified (numbers are announced)",
  })
  .meta({ examples: ["{ fixed: CSQU3054383 }"] });

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
    .enum(["load", "picture"])
    .optional()
    .meta({ examples: ["load"] }),
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

const modelName = z
  .string()
  .optional()
  .meta({ examples: ["damage"] });

const station = z
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
    container: containerSource,
    objects: objects.prefault({}),
    scan: scan.prefault({}),
  })
  .meta({ examples: ["{ id: gate-1, camera: gate-1-top, model: category, container: { fixed: CSQU3054383 } }"] });

const loopbackHost = z.enum(["127.0.0.1", "::1", "localhost"]);

/** The configuration file as it is written, before paths and names are resolved. */
export const configFile = z.strictObject({
  cloud,
  device,
  dataDir: path.default(".data/edge-agent").meta({ examples: [".data/edge-agent"] }),
  models: z
    .record(name, model)
    .default({})
    .meta({ examples: ["{ category: { file: bundled:category-demo } }"] }),
  inference: z
    .strictObject({
      workers: z
        .int()
        .min(1)
        .max(64)
        .optional()
        .meta({ examples: [2] }),
      threadsPerWorker: z
        .int()
        .min(1)
        .max(64)
        .optional()
        .meta({ examples: [1] }),
    })
    .prefault({}),
  cameras: z.array(camera).max(64).default([]),
  stations: z.array(station).max(64).default([]),
  outbox: z
    .strictObject({
      maxSizeMegabytes: z
        .int()
        .min(64)
        .max(1_048_576)
        .default(2_048)
        .meta({ examples: [2_048] }),
    })
    .prefault({}),
  status: z
    .strictObject({
      port: z
        .int()
        .min(0)
        .max(65_535)
        .default(8_090)
        .meta({ examples: [8_090] }),
      /** Every program that reaches this address can announce containers: loopback only. */
      host: loopbackHost.default("127.0.0.1").meta({ examples: ["127.0.0.1"] }),
    })
    .prefault({}),
});
export type ConfigFile = z.output<typeof configFile>;
