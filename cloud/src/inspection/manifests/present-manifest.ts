import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import type { FoundManifest } from "../record/manifest-store.ts";

/** A manifest as replies show it. */
export function presentManifest({ manifest, createdBy, container }: FoundManifest): Manifest {
  const { numberKey: _key, createdById: _by, version: _version, deletedAt: _deleted, ...fields } = manifest;
  const { containerNumber } = fields;
  return {
    ...fields,
    numberCheck: containerNumber === null ? null : (parseContainerNumber(containerNumber)?.check ?? null),
    containerId: container?.id ?? null,
    createdBy,
    createdAt: manifest.createdAt.toISOString(),
    updatedAt: manifest.updatedAt.toISOString(),
  };
}
