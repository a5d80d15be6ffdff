import type { FileHandle } from "node:fs/promises";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { MAX_RELEASE_BYTES, release } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { created, fail, ok } from "../../platform/http/replies.ts";
import { createSpool } from "../../platform/http/spool-body.ts";
import type { Needs } from "../parts.ts";
import { presentRelease } from "./present-release.ts";
import { type ReadRelease, readRelease } from "./read-release.ts";
import { deletePieces, isStored, writePieces } from "./release-pieces.ts";
import { findVersion, insertRelease, type UploadedRelease } from "./release-store.ts";

const OCTETS: string = "application/octet-stream";

const config = createRoute({
  method: "post",
  path: "/v1/admin/releases",
  operationId: "uploadReleaseV1",
  tags: ["Roll-outs"],
  summary: "Upload a signed version of a model or of settings",
  description:
    "Takes the file that `edge-agent model sign` or `config sign` writes, at most 512 MiB. It is checked as a whole before it is kept: the " +
    "signature by the key that it names, and the hash of each file in it. A device uses it only if that key is the `releaseKey` of its own " +
    "configuration. Uploading the same file again returns the release that exists (200), and restores it where the storage has lost or damaged it.",
  request: { body: { required: true, content: { [OCTETS]: { schema: z.string().meta({ format: "binary" }) } } } },
  responses: {
    200: json(successEnvelope(release), "It was uploaded before"),
    201: json(successEnvelope(release), "Uploaded"),
    ...errors("VALIDATION_ERROR", "RELEASE_EXISTS", "PAYLOAD_TOO_LARGE", "SERVICE_UNAVAILABLE"),
  },
});

/** Each may take 512 MiB of the disk. */
const MAX_AT_ONCE = 4;

type UploadParts = Needs<"settings" | "db" | "storage" | "nowMs" | "newId">;

export const uploadRelease = defineRoute(
  "admin",
  config,
  (parts: UploadParts) => {
    const spool = createSpool(MAX_AT_ONCE);
    return async (c) => {
      const type = c.req.header("Content-Type")?.trim() ?? "";
      if (c.req.header("Content-Encoding") !== undefined || !/^application\/octet-stream\s*(?:;|$)/i.test(type))
        return fail(c, "VALIDATION_ERROR", `Send the file of the release as it is, with Content-Type: ${OCTETS}.`);
      const { settings, newId } = parts;
      const name = `release-${newId()}`;
      const file = await spool(c, { folder: settings.dataDir, name, maxBytes: MAX_RELEASE_BYTES });
      if (file === "too-large")
        return fail(c, "PAYLOAD_TOO_LARGE", `The file is larger than ${MAX_RELEASE_BYTES} bytes.`);
      if (file === "busy") {
        c.header("Retry-After", "60");
        return fail(c, "SERVICE_UNAVAILABLE", `${MAX_AT_ONCE} other files are being uploaded. Try again in a minute.`);
      }
      if (file === "disk-full")
        return fail(c, "SERVICE_UNAVAILABLE", "The disk of the service has no space for the file.");
      if (typeof file === "string")
        return refuseFile(c, file === "empty" ? "it is empty" : "it was truncated on its way");
      try {
        const read = await readRelease(file);
        return read.ok ? await keep(c, parts, file, read) : refuseFile(c, read.problem);
      } finally {
        await file.close();
      }
    };
  },
  { streamsBody: true },
);

/** Stores the file, then adds the release with its audit entry; the file stays where a release may name it. */
async function keep(c: AppContext, parts: UploadParts, file: FileHandle, read: ReadRelease) {
  const { db, storage, nowMs, newId } = parts;
  const { kind, name, version } = read.manifest;
  const known = await findVersion(db, { kind, name, version });
  if (known) return answerKnown(c, parts, { file, known, read });
  const id = newId();
  const { userId, email } = c.get("caller");
  const row = {
    id,
    kind,
    name,
    version,
    manifest: read.manifest,
    signedBy: read.head.publicKey,
    sha256: read.sha256,
    sizeBytes: read.sizeBytes,
    uploadedById: userId,
    createdAt: new Date(nowMs()),
  };
  let mayBeKept = false;
  try {
    await writePieces(storage, file, row);
    const shown = presentRelease({ release: row, uploadedBy: email });
    await db.transaction(async (tx) => {
      if (!(await insertRelease(tx, row))) return;
      const { settings: _settings, ...after } = shown;
      await auditOf(c, parts)(tx, { action: "release.upload", subject: { type: "release", id }, before: null, after });
      // A connection that breaks from here on may have committed.
      mayBeKept = true;
    });
    if (mayBeKept) return created(c, shown);
  } finally {
    if (!mayBeKept) await deletePieces(storage, row);
  }
  const other = await findVersion(db, { kind, name, version });
  if (!other) throw new Error(`the release ${kind} ${name} ${version} appeared and vanished`);
  return answerKnown(c, parts, { file, known: other, read });
}

/** Answers for a version that exists; where the storage has lost the same file, it is stored again. */
async function answerKnown(
  c: AppContext,
  parts: UploadParts,
  { file, known, read }: { file: FileHandle; known: UploadedRelease; read: ReadRelease },
) {
  const { db, storage } = parts;
  const { id, name, version, sha256 } = known.release;
  if (sha256 !== read.sha256)
    return fail(c, "RELEASE_EXISTS", `Version ${version} of "${name}" exists with other contents. Sign a new version.`);
  const shown = presentRelease(known);
  if (await isStored(storage, known.release)) return ok(c, shown);
  await writePieces(storage, file, known.release);
  const subject = { type: "release", id };
  const { settings: _settings, ...after } = shown;
  await auditOf(c, parts)(db, { action: "release.restore", subject, before: null, after });
  return ok(c, shown);
}

const refuseFile = (c: AppContext, problem: string) =>
  fail(c, "VALIDATION_ERROR", `The file is not a valid release: ${problem}.`);
