import { z } from "zod";
import { auditActor } from "./audit.ts";
import { containerNumber, numberCheck } from "./container-number.ts";
import { errorCode } from "./errors.ts";
import { datetime, orNull, countedQuery, text } from "./primitives.ts";

export const manifestStatus = z
  .enum(["DRAFT", "SUBMITTED", "VALIDATED", "REJECTED", "AMENDED"])
  .meta({ id: "ManifestStatus" });
export type ManifestStatus = z.infer<typeof manifestStatus>;

/**
 * An object that is stored unchanged: inner values are not validated, except that JSON must be able to represent them.
 */
const freeObject = z
  .record(z.string(), z.unknown())
  .refine(isFiniteThroughout, { message: "must not contain numbers beyond 1.8e308" });

/** False where a number inside was too large to be read, such as 1e999. */
function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFiniteThroughout);
}

const declaredFields = {
  billOfLading: text(200).nullable(),
  vessel: freeObject.nullable().describe("name, imoNumber, voyageNumber, flag, callSign"),
  origin: freeObject.nullable().describe("unLocationCode, name, countryCode, facilityCode, facilityCodeListProvider"),
  destination: freeObject.nullable().describe("same fields as origin"),
  shipper: freeObject.nullable().describe("partyName, identifyingCode, taxReference, address, contact"),
  consignee: freeObject.nullable().describe("same fields as shipper"),
  declaredGoods: z
    .array(freeObject)
    .max(1_000)
    .nullable()
    .describe("description, hsCode, quantity, packageCode, numberOfPackages, grossWeight, volume, dangerousGoods"),
  containerType: text(50).nullable().describe("ISO 6346 size-type, such as 22G1"),
  weight: freeObject.nullable().describe("gross, tare, net, vgm: { value, unit, method }"),
};

/**
 * The body that creates or updates a manifest: every field is optional, and an update merges top-level fields. Null
 * clears a field, so that a manifest can be sent back unchanged.
 */
export const manifestRequest = z
  .object({ containerNumber: containerNumber.nullable(), ...declaredFields, status: manifestStatus })
  .partial()
  .meta({ id: "ManifestRequest" });
export type ManifestRequest = z.infer<typeof manifestRequest>;

/** The same body as a route takes it: fields that a manifest does not have are named in the reply, and not kept. */
export const manifestBody = manifestRequest.loose().meta({ id: "ManifestBody" });

export const listManifestsQuery = countedQuery.extend({
  status: manifestStatus.optional(),
  q: text(100).optional().describe("part of a container number or of a bill of lading"),
  containerNumber: containerNumber.optional().describe("the whole number"),
  attached: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({ type: "boolean", description: "whether the manifest is attached to a container" }),
});

/** A value of the sender that no field of a manifest holds, or that cannot be compared as it is written. */
export const notUnderstood = z
  .object({
    path: z.string().describe("such as `declaredGoods.0.hsCode`, or a column of the file"),
    text: z.string().describe("the value as the sender wrote it, shortened"),
    message: z.string(),
  })
  .meta({ id: "NotUnderstood" });
export type NotUnderstood = z.infer<typeof notUnderstood>;

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

/** A manifest that was written. */
export const writtenManifest = manifest
  .extend({
    notUnderstood: z
      .array(notUnderstood)
      .describe(
        "values of the request that are not kept, that no rule can compare as they are written, or that are wrong",
      ),
  })
  .meta({ id: "WrittenManifest" });

/** One change in the history of a manifest. */
export const manifestChange = z
  .object({
    id: z.string(),
    at: datetime,
    actor: auditActor,
    action: z.enum(["created", "updated", "attached", "detached", "deleted"]),
    changes: z
      .array(
        z.object({
          field: z.string().describe("a field of the manifest; `containerId` when it was attached or detached"),
          before: z.unknown().describe("null when the field was empty"),
          after: z.unknown().describe("null when the field is empty"),
        }),
      )
      .describe("the fields that changed"),
  })
  .meta({ id: "ManifestChange" });
export type ManifestChange = z.infer<typeof manifestChange>;

/** One problem in a line of an import file. */
export const manifestImportError = z
  .object({
    code: errorCode,
    path: z.string().describe("a CSV column, or a path such as `declaredGoods.0`; empty for the whole line"),
    message: z.string(),
  })
  .meta({ id: "ManifestImportError" });
export type ManifestImportError = z.infer<typeof manifestImportError>;

/** The result of an import, line by line. */
export const manifestImport = z
  .object({
    imported: z.int().describe("manifests created"),
    updated: z.int().describe("existing manifests that were changed"),
    unchanged: z.int().describe("existing manifests with the same content"),
    failed: z.int().describe("lines that were rejected because they or their manifest are invalid"),
    lines: z.array(
      z.object({
        line: z.int().describe("counts from 1, including the CSV header"),
        outcome: z.enum(["imported", "updated", "unchanged", "failed"]),
        manifestId: z.string().optional().describe("absent when the line failed"),
        errors: z.array(manifestImportError).optional().describe("only when the line failed"),
        notUnderstood: z
          .array(notUnderstood)
          .optional()
          .describe("values of the line that are kept as they are written and not compared, or not kept"),
      }),
    ),
  })
  .meta({ id: "ManifestImport" });
export type ManifestImport = z.infer<typeof manifestImport>;
