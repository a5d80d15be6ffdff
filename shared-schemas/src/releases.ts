import { z } from "zod";
import { messageId } from "./object-id.ts";
import { datetime, orNull, pageQuery, readableText, sha256, text } from "./primitives.ts";
import { signingPublicKey } from "./signing-keys.ts";

/** The largest file of a release. */
export const MAX_RELEASE_BYTES = 536_870_912;
/** The longest first line of such a file. */
export const MAX_RELEASE_HEAD_BYTES = 1_000_000;
const MAX_FILES = 500;
const MAX_SETTINGS = 100;

/** Target of a release on a device: the files of one of its models, or settings of its configuration. */
export const releaseKind = z.enum(["model", "configuration"]).meta({ id: "ReleaseKind" });
export type ReleaseKind = z.infer<typeof releaseKind>;

/** The name of a model in the configuration of devices, or of a group of settings. */
const releaseName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, {
  message: "must be 1 to 32 letters, digits, '.', '_' or '-', and start with a letter or digit",
});
const releaseVersion = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/, {
  message: "must be 1 to 64 letters, digits, '.', '_', '+' or '-', and start with a letter or digit",
});

/** The id of a release: devices keep it in a folder of this name. */
export const releaseId = messageId;

/** A file of a release; its path is relative to the folder that it is unpacked into, and leads nowhere else. */
const releaseFile = z.object({
  path: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/, {
      message: "must be a relative path of letters, digits, '.', '_' and '-'",
    }),
  sizeBytes: z.int().min(0).max(MAX_RELEASE_BYTES),
  sha256,
});

/** A setting and its value as YAML, as `config set` of the agent takes them. */
const releaseSetting = z.object({ setting: text(200), value: text(10_000) });

/** Content that the release key signs. */
export const releaseManifest = z
  .object({
    kind: releaseKind,
    name: releaseName,
    version: releaseVersion,
    createdAt: datetime,
    modelFile: z.string().nullable().describe("the path of the ONNX file; null for a configuration"),
    files: z.array(releaseFile).max(MAX_FILES),
    settings: z.array(releaseSetting).max(MAX_SETTINGS).describe("of a configuration; empty for a model"),
  })
  .refine(({ files }) => new Set(files.map(({ path }) => path)).size === files.length, {
    message: "must not list a path twice",
    path: ["files"],
  })
  .refine(({ kind, files, modelFile }) => kind !== "model" || files.some(({ path }) => path === modelFile), {
    message: "must be the path of a file of the release",
    path: ["modelFile"],
  })
  .refine(({ kind, settings }) => (kind === "configuration") === settings.length > 0, {
    message: "must list the settings of a configuration, and none for a model",
    path: ["settings"],
  })
  .refine(({ kind, files, modelFile }) => kind === "model" || (files.length === 0 && modelFile === null), {
    message: "must be empty for a configuration",
    path: ["files"],
  });
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/** The first line of the file of a release. The contents of its files follow, in the order of the manifest. */
export const releaseHead = z.object({
  format: z.literal("container-inspection-release-1"),
  manifest: z.string().max(MAX_RELEASE_HEAD_BYTES).describe("the manifest as JSON: the text that is signed"),
  publicKey: signingPublicKey.describe("the public half of the release key: the 32 bytes of an Ed25519 key, in base64"),
  signature: z.string().max(100).describe("the Ed25519 signature, base64"),
});
export type ReleaseHead = z.infer<typeof releaseHead>;

/** The text whose UTF-8 bytes the release key signs; its first line keeps the signature from fitting anything else. */
export const releaseSigningText = (manifest: string): string => `container-inspection-release-1\n${manifest}`;

/** A version of a model or of settings that administrators roll out. */
export const release = z
  .object({
    id: z.string(),
    kind: releaseKind,
    name: z.string().describe("the name of the model in the configuration of devices, or of the group of settings"),
    version: z.string(),
    sizeBytes: z.int(),
    sha256: z.string().describe("of the file"),
    keyFingerprint: z.string().describe("SHA-256 of the public half of the release key that signed it"),
    settings: z.array(releaseSetting).describe("of a configuration"),
    signedAt: datetime.describe("when it was signed, by the clock of the machine that signed it"),
    uploadedBy: z.string().describe("the email address of the administrator"),
    createdAt: datetime,
  })
  .meta({ id: "Release" });
export type Release = z.infer<typeof release>;

export const listReleasesQuery = pageQuery.extend({ kind: releaseKind.optional() });

/** Release that the reply to a heartbeat assigns to the device. */
export const wantedRelease = z
  .object({
    releaseId,
    kind: releaseKind,
    name: releaseName,
    version: releaseVersion,
    sizeBytes: z.int().min(0, { message: "must not be negative" }).max(MAX_RELEASE_BYTES),
    sha256: sha256.describe("of the file that `GET /v1/edge/releases/{id}` returns"),
  })
  .meta({ id: "WantedRelease" });
export type WantedRelease = z.infer<typeof wantedRelease>;

/**
 * `comparing`: a shadow, which runs beside the model in use. `waiting`: a failure that the device retries. `refused`:
 * the device does not use it, and reports why.
 */
export const releaseState = z
  .enum(["downloading", "checking", "running", "comparing", "waiting", "refused"])
  .meta({ id: "ReleaseState" });
export type ReleaseState = z.infer<typeof releaseState>;

/** Progress of a device with a release. */
export const releaseReport = z
  .object({
    releaseId: z.string(),
    kind: releaseKind,
    name: z.string(),
    version: z.string(),
    state: releaseState,
    reason: z.string().nullable().describe("why it waits, or was refused"),
    downloadedBytes: z.int().nullable(),
  })
  .meta({ id: "ReleaseReport" });
export type ReleaseReport = z.infer<typeof releaseReport>;

/** The most classes whose counts a device reports of a shadow. */
export const MAX_COMPARED_CLASSES = 50;

const count = z.int().min(0);
const findingCounts = {
  both: count.describe("objects that both models found: of the same class, in the same place"),
  onlyActive: count.describe("objects that only the model in use found"),
  onlyShadow: count.describe("objects that only the shadow found"),
};

/** Differences between the model in use and one that runs beside it, in the pictures that both have processed. */
export const shadowComparison = z
  .object({
    since: datetime.describe("when counting began; it begins again when the model in use changes"),
    until: datetime.describe("when it was last reported"),
    activeVersion: z
      .string()
      .nullable()
      .describe("of the model in use, as its file states it; null: of several devices"),
    picturesCompared: count,
    picturesEqual: count.describe("pictures in which both found the same objects"),
    picturesSkipped: count.describe("pictures that the shadow left out, because the models in use had work"),
    picturesFailed: count.describe("pictures on which the shadow failed"),
    activeMs: z.number().min(0).nullable().describe("mean time of the model in use per picture, in milliseconds"),
    shadowMs: z.number().min(0).nullable(),
    ...findingCounts,
    classes: z
      .array(
        z.object({
          className: z.string(),
          ...findingCounts,
          confidenceDifference: z
            .number()
            .min(-1)
            .max(1)
            .nullable()
            .describe("by how much the shadow is more certain of what both found, on average; null: both found none"),
        }),
      )
      .describe(`the classes with most findings, at most ${MAX_COMPARED_CLASSES} of each device`),
  })
  .meta({ id: "ShadowComparison" });
export type ShadowComparison = z.infer<typeof shadowComparison>;

/**
 * `shadow`: a model runs beside the one in use, for comparison; on the canary devices, or without any, on every device
 * of the group. `canary`: only the canary devices run it. `all`: every device of the group.
 */
export const rollOutStage = z.enum(["shadow", "canary", "all"]).meta({ id: "RollOutStage" });
/**
 * Decision of an administrator. `stopped`: only devices that already run it keep running it. `rolled-back`: no device
 * runs it.
 */
const rollOutDecision = z.enum(["active", "stopped", "rolled-back"]);
/** `superseded`: active, and a newer one of the same name has reached every device of its group. */
export const rollOutState = z.enum([...rollOutDecision.options, "superseded"]).meta({ id: "RollOutState" });

const ids = z.array(text(100)).max(1_000);

const rollOutGroup = z
  .object({
    siteIds: ids.default([]).describe("devices with a camera in a lane of these sites"),
    deviceIds: ids.default([]).describe("these devices"),
  })
  .describe("the devices of the group; both lists empty: every device");

/** A group whose devices are all named; which devices belong to a site, their heartbeats decide. */
const isOfDevices = ({ siteIds, deviceIds }: z.infer<typeof rollOutGroup>) =>
  siteIds.length === 0 && deviceIds.length > 0;

/** Rolls a release out to a group of devices. */
export const createRollOutRequest = z
  .object({
    releaseId: text(100),
    group: rollOutGroup.prefault({}),
    stage: rollOutStage.default("canary"),
    canaryIds: ids.default([]).describe("the devices of the first stages"),
    note: readableText(500).nullable().default(null),
  })
  .refine(({ stage, canaryIds }) => stage !== "canary" || canaryIds.length > 0, {
    message: "must name at least one device for the canary stage",
    path: ["canaryIds"],
  })
  .refine(({ group, canaryIds }) => !isOfDevices(group) || canaryIds.every((id) => group.deviceIds.includes(id)), {
    message: "must be devices of the group",
    path: ["canaryIds"],
  });

/** Promotes (`stage: canary` or `all`), stops, continues (`state: active`) or rolls back; absent fields stay. */
export const updateRollOutRequest = z
  .object({ stage: rollOutStage, state: rollOutDecision })
  .partial()
  .refine(({ stage, state }) => stage !== undefined || state !== undefined, { message: "must change something" });

export type UpdateRollOut = z.infer<typeof updateRollOutRequest>;

/** A release on its way to a group of devices. */
export const rollOut = z
  .object({
    id: z.string(),
    release,
    group: z.object({
      siteIds: z.array(z.string()),
      deviceIds: z.array(z.string()),
    }),
    canaryIds: z.array(z.string()),
    stage: rollOutStage,
    state: rollOutState,
    note: z.string().nullable(),
    createdBy: z.string().describe("the email address of the administrator"),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "RollOut" });
export type RollOut = z.infer<typeof rollOut>;

/** A device of a roll-out, by its newest heartbeat. */
export const rollOutDevice = z
  .object({
    deviceId: z.string(),
    name: z.string(),
    isCanary: z.boolean(),
    isWanted: z
      .boolean()
      .describe("whether the device is to run this release now, or to compare it, as far as the service decides it"),
    state: releaseState.nullable().describe("how far it is with this release; null: it has not reported it"),
    reason: z.string().nullable(),
    downloadedBytes: z.int().nullable(),
    runningVersion: z
      .string()
      .nullable()
      .describe("the rolled-out version of this name that it runs; null: what its own configuration names"),
    comparison: orNull(shadowComparison).describe("what it has counted as a shadow, also after that stage"),
    lastHeartbeatAt: datetime.nullable(),
  })
  .meta({ id: "RollOutDevice" });
export type RollOutDevice = z.infer<typeof rollOutDevice>;

export const rollOutDetail = rollOut
  .extend({
    devices: z.array(rollOutDevice).describe("the devices of the group that are not revoked, by name"),
    comparison: orNull(shadowComparison).describe("the sum of what its devices have counted as shadows; null: nothing"),
  })
  .meta({ id: "RollOutDetail" });
export type RollOutDetail = z.infer<typeof rollOutDetail>;
