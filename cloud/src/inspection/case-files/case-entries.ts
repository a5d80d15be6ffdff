import { createHash, type Hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { signedText } from "@container-inspection/shared-schemas/transfers";
import type { ServiceKey } from "../../platform/settings/service-key.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import type { CaseRows } from "./case-store.ts";

/** The match as one file that needs nothing but Node.js, as the build of the console writes it. */
const ENGINE_FILE = path.resolve(import.meta.dirname, "../../../console/dist/match-engine.mjs");

/** A stored picture and its name in the case file. */
type CasePicture = { name: string; key: string };

/** One file of the archive. */
export type CaseEntry = { name: string; input: string | Uint8Array | AsyncIterable<Uint8Array>; lastModified: Date };

type CaseParts = {
  storage: ObjectStorage;
  /** Signs the manifest. */
  key: ServiceKey;
  onMissing: (key: string) => void;
};

/**
 * The files of a case file, one after the other: the pictures are read from the storage when the receiver is ready for
 * them, so a large case takes little memory. The manifest with all hashes, signed by the service, comes last.
 */
export async function* writeEntries(
  { storage, key: signer, onMissing }: CaseParts,
  texts: Record<string, string>,
  pictures: readonly CasePicture[],
  facts: { generatedAt: Date },
): AsyncGenerator<CaseEntry> {
  const lastModified = facts.generatedAt;
  const files: { name: string; sha256: string }[] = [];
  const programs = {
    "verify-chain.mjs": await readFile(new URL("verify-chain.mjs", import.meta.url), "utf8"),
    "verify.mjs": await readFile(new URL("verify.mjs", import.meta.url), "utf8"),
    "recompute.mjs": await readFile(new URL("recompute.mjs", import.meta.url), "utf8"),
    "match-engine.mjs": await readFile(ENGINE_FILE, "utf8"),
  };
  for (const [name, input] of Object.entries({ ...texts, ...programs })) {
    files.push({ name, sha256: createHash("sha256").update(input).digest("hex") });
    yield { name, input, lastModified };
  }
  for (const { name, key } of pictures) {
    const stored = await storage.read(key);
    if (!stored) {
      onMissing(key);
      continue;
    }
    const hash = createHash("sha256");
    yield { name, input: hashed(stored, hash), lastModified };
    files.push({ name, sha256: hash.digest("hex") });
  }
  const manifest = {
    format: "container-inspection-case",
    version: 1,
    generatedAt: facts.generatedAt.toISOString(),
    files,
  };
  const sha256 = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
  const signature = { publicKey: signer.publicKey, value: signer.sign(signedText("case", sha256)) };
  yield { name: "manifest.json", input: JSON.stringify({ ...manifest, sha256, signature }), lastModified };
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The pictures of a case that are still stored, named by their records. */
export function listPictures({ scans, evidence }: Pick<CaseRows, "scans" | "evidence">): CasePicture[] {
  const records = [...scans.map(({ scan }) => scan), ...evidence.map((photo) => photo.evidence)];
  return records.flatMap((record) => {
    if (record.imageDeletedAt) return [];
    const { id, imageKey, imageContentType, visualizationKey, visualizationContentType } = record;
    return [
      ...(imageKey === null ? [] : [{ name: pictureName(id, "image", imageContentType), key: imageKey }]),
      ...(visualizationKey === null
        ? []
        : [{ name: pictureName(id, "visualization", visualizationContentType), key: visualizationKey }]),
    ];
  });
}

const pictureName = (id: string, role: string, contentType: string | null) =>
  `pictures/${id}-${role}.${contentType?.replace("image/", "") ?? "bin"}`;
