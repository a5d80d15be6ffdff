import { email } from "@container-inspection/shared-schemas/primitives";
import { signingPublicKey } from "@container-inspection/shared-schemas/signing-keys";
import { z } from "zod";
import { layoutNames } from "../inference/layouts/layout.ts";
import { camera } from "./camera-section.ts";
import { mqttBroker } from "./mqtt-section.ts";
import { clientCertificateSection, deliveryWindow, proxySection } from "./network-section.ts";
import { numbersSection } from "./numbers-section.ts";
import { pageSection } from "./page-section.ts";
import { executionProvider, name, path, share } from "./primitives.ts";
import { lane, station } from "./station-section.ts";
import { driftSection } from "./drift-section.ts";
import { tracesSection } from "./traces-section.ts";
import { watchingSection } from "./watching-section.ts";

/** Each field has an example, which its error shows. */
export const cloudUrl = z
  .url({ protocol: /^https?$/, message: "must be an http:// or https:// address" })
  .refine((text) => !URL.canParse(text) || new URL(text).username === "", {
    message: "must not contain a user name or password: write the key into apiKeyFile",
  })
  .refine((text) => !URL.canParse(text) || !/\/v\d+\/*$/.test(new URL(text).pathname), {
    message: "must not end with the version of the API: remove /v1",
  })
  .meta({ examples: ["https://inspection.example.com"] });

const cloud = z
  .strictObject({
    url: cloudUrl,
    fallbackUrl: cloudUrl.optional(),
    failBackMinutes: z
      .number()
      .min(1)
      .max(1_440)
      .default(10)
      .meta({ examples: [10] }),
    apiKeyFile: path.optional().meta({ examples: ["edge-api-key"] }),
    apiKey: z
      .string()
      .min(1)
      .regex(/^[\x21-\x7e]+$/, { message: "must be visible ASCII characters without spaces" })
      .optional()
      .meta({ examples: ["${EDGE_API_KEY}"] }),
    eventsEverySeconds: z
      .number()
      .min(0.1)
      .max(600)
      .default(5)
      .meta({ examples: [5] }),
    maxKilobytesPerSecond: z
      .number()
      .min(1)
      .max(10_000_000)
      .optional()
      .meta({ examples: [64] }),
    deliveryWindows: z
      .array(deliveryWindow)
      .max(20)
      .default([])
      .meta({ examples: ['["22:00-06:00"]'] }),
    proxy: proxySection.optional(),
    caFile: path.optional().meta({ examples: ["site-ca.pem"] }),
    clientCertificate: clientCertificateSection.optional(),
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
    /** Confidence below which an object gets the name `unknown cargo`. */
    nameConfidence: share.optional().meta({ examples: [0.5] }),
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
    executionProvider,
  })
  .meta({ examples: ["{ file: bundled:category-demo }"] });

const loopbackHost = z.enum(["127.0.0.1", "::1", "localhost"]);

/** The configuration file as it is written, before paths and names are resolved. */
export const configFile = z.strictObject({
  cloud,
  device,
  /** Folder of the outbox and the state; dataDirOf names the default. */
  dataDir: path.optional().meta({ examples: ["/var/lib/edge-agent"] }),
  /** Public half of the key that signs releases for this device. */
  releaseKey: signingPublicKey.optional().meta({ examples: ["11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="] }),
  models: z
    .record(name, model)
    .default({})
    .meta({ examples: ["{ category: { file: bundled:category-demo } }"] }),
  numbers: numbersSection.optional(),
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
  mqtt: mqttBroker.optional(),
  lanes: z.array(lane).max(64).default([]),
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
  watching: watchingSection,
  page: pageSection,
  drift: driftSection,
  traces: tracesSection.optional(),
  /** The running agent serves its models to the cloud, beside its cameras. */
  aiService: z
    .strictObject({
      host: z
        .string()
        .min(1)
        .default("127.0.0.1")
        .meta({ examples: ["127.0.0.1"] }),
      port: z
        .int()
        .min(0)
        .max(65_535)
        .default(8_092)
        .meta({ examples: [8_092] }),
      maxInFlight: z
        .int()
        .min(1)
        .max(1_024)
        .default(8)
        .meta({ examples: [8] }),
    })
    .optional(),
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
