import { z } from "zod";
import { auditActor } from "./audit.ts";
import { containerNumber, numberCheck } from "./container-number.ts";
import { errorCode } from "./errors.ts";
import { datetime, orNull, pageQuery, text } from "./primitives.ts";

export const manifestStatus = z
  .enum(["DRAFT", "SUBMITTED", "VALIDATED", "REJECTED", "AMENDED"])
  .meta({ id: "ManifestStatus" });
export type ManifestStatus = z.infer<typeof manifestStatus>;

/** An object whose inside is kept as it is: inner values never cause a refusal, but what JSON cannot hold cannot be kept. */
const freeObject = z
  .record(z.string(), z.unknown())
  .refine(isFiniteThroughout, { message: "must not hold numbers beyond 1.8e308" });

/** False where a number inside was too large to be read, such as 1e999. */
function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFiniteThroughout);
}

const declaredFields = {
  billOfLading: text(200).nullable(),
  vessel: freeObject.nullable().describe("name, imoNumber, voyageNumber, flag, callSign"),
  origin: freeObject.nullable().describe("unLocationCode, name, countryCode, facilityCode, facilityCodeListProvider"),
  destination: freeObject.nullable().describe("as origin"),
  shipper: freeObject.nullable().describe("partyName, identifyingCode, taxReference, address, contact"),
  consignee: freeObject.nullable().describe("as shipper"),
  declaredGoods: z
    .array(freeObject)
    .max(1_000)
    .nullable()
    .describe("description, hsCode, quantity, packageCode, numberOfPackages, grossWeight, volume, dangerousGoods"),
  containerType: text(50).nullable().describe("ISO 6346 size-type, such as 22G1"),
  weight: freeObject.nullable().describe("gross, tare, net, vgm: { value, unit, method }"),
};

/**
 * The body that creates or updates a manifest: every field is optional, and an update merges top-level fields. Null empties a
 * field, so that a manifest can be put back as it was read.
 */
export const manifestRequest = z
  .object({ containerNumber: containerNumber.nullable(), ...declaredFields, status: manifestStatus })
  .partial()
  .meta({ id: "ManifestRequest" });
export type ManifestRequest = z.infer<typeof manifestRequest>;

export const listManifestsQuery = pageQuery.extend({
  status: manifestStatus.optional(),
  q: text(100).optional().describe("part of a container number or of a bill of lading"),
  containerNumber: containerNumber.optional().describe("the whole number"),
  attached: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({ type: "boolean", description: "whether a container has it" }),
});

export const manifest = z
  .object({
    id: z.string(),
    containerNumber: z.string().nullable(),
    numberCheck: orNull(numberCheck),
    ...declaredFields,
    status: manifestStatus,
    containerId: z.string().nullable().describe("the container it is attached to"),
    createdBy: z.object({ id: z.string(), email: z.string() }),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "Manifest" });
export type Manifest = z.infer<typeof manifest>;

/** One write in the history of a manifest. */
export const manifestChange = z
  .object({
    id: z.string(),
    at: datetime,
    actor: auditActor,
    action: z.enum(["created", "updated", "attached", "detached", "deleted"]),
    changes: z
      .array(
        z.object({
          field: z.string().describe("a field of the manifest, `containerId` where it was attached or taken off"),
          before: z.unknown().describe("null where it had none"),
          after: z.unknown().describe("null where it has none"),
        }),
      )
      .describe("the fields that changed"),
  })
  .meta({ id: "ManifestChange" });
export type ManifestChange = z.infer<typeof manifestChange>;

/** One thing wrong with a line of a file of manifests. */
export const manifestImportError = z
  .object({
    code: errorCode,
    path: z.string().describe("a column of CSV, or a place such as `declaredGoods.0`; empty for the line as a whole"),
    message: z.string(),
  })
  .meta({ id: "ManifestImportError" });
export type ManifestImportError = z.infer<typeof manifestImportError>;

/** What became of a file of manifests, line by line. */
export const manifestImport = z
  .object({
    imported: z.int().describe("manifests made"),
    updated: z.int().describe("manifests that were there and are changed"),
    unchanged: z.int().describe("manifests that were there just so"),
    failed: z.int().describe("lines that changed nothing, because they or their manifest are not valid"),
    lines: z.array(
      z.object({
        line: z.int().describe("counted from 1, the header of CSV included"),
        outcome: z.enum(["imported", "updated", "unchanged", "failed"]),
        manifestId: z.string().optional().describe("absent where it failed"),
        errors: z.array(manifestImportError).optional().describe("only where it failed"),
      }),
    ),
  })
  .meta({ id: "ManifestImport" });
export type ManifestImport = z.infer<typeof manifestImport>;
