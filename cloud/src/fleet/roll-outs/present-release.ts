import { createHash } from "node:crypto";
import type { Release, WantedRelease } from "@container-inspection/shared-schemas/releases";
import type { UploadedRelease } from "./release-store.ts";

/** A release as administrators see it. */
export function presentRelease({ release, uploadedBy }: UploadedRelease): Release {
  const { id, kind, name, version, sizeBytes, sha256, manifest, signedBy, createdAt } = release;
  return {
    id,
    kind,
    name,
    version,
    sizeBytes,
    sha256,
    keyFingerprint: createHash("sha256").update(Buffer.from(signedBy, "base64")).digest("hex"),
    settings: manifest.settings,
    signedAt: manifest.createdAt,
    uploadedBy,
    createdAt: createdAt.toISOString(),
  };
}

type Announced = Pick<UploadedRelease["release"], "id" | "kind" | "name" | "version" | "sizeBytes" | "sha256">;

/** A release as the reply to a heartbeat names it. */
export function presentWanted({ id: releaseId, ...release }: Announced): WantedRelease {
  return { releaseId, ...release };
}
