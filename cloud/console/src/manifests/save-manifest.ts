import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { Manifest, NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { api, bodyOf } from "../api/client.ts";
import { createManifest, type ManifestInput, type Tagged, updateManifest } from "./manifests-api.ts";
import type { MatchedChange } from "./match-change.tsx";

export type Saved = {
  manifest: Manifest & { notUnderstood: readonly NotUnderstood[] };
  /** Match before and after; undefined if the manifest is compared with nothing, or with another container now. */
  change?: MatchedChange;
  /** Restores the replaced values, unless the manifest has changed since; undefined for a new manifest. */
  undo?: () => Promise<unknown>;
};

/** Creates a manifest, or changes a version of one, and compares its match before and after. */
export async function saveManifest({ base, request }: { base: Tagged | null; request: ManifestInput }): Promise<Saved> {
  if (!base) return { manifest: await createManifest(request) };
  const { id } = base.data;
  const before = await readMatch(base.data);
  const saved = await updateManifest({ id, etag: base.etag, body: request });
  const after = await readMatch(saved.data);
  const former = Object.fromEntries(Object.keys(request).map((name) => [name, Reflect.get(base.data, name)]));
  return {
    manifest: saved.data,
    ...(before &&
      after &&
      base.data.containerId === saved.data.containerId && { change: { manifestId: id, before, after } }),
    undo: () => updateManifest({ id, etag: saved.etag, body: former }),
  };
}

/** The match of the container's newest picture, as far as the user may see it. */
async function readMatch({ id: manifestId, containerId }: Manifest): Promise<ManifestMatch | undefined> {
  if (containerId === null) return undefined;
  try {
    const path = { id: containerId };
    const { data: container } = await bodyOf(api.GET("/v1/containers/{id}", { params: { path } }));
    const scanId = container.categoryScan?.scanId;
    if (scanId === undefined || !container.manifestIds.includes(manifestId)) return undefined;
    const scan = await bodyOf(api.GET("/v1/containers/{id}/scans/{scanId}", { params: { path: { ...path, scanId } } }));
    return scan.data.manifestMatch ?? undefined;
  } catch {
    // The manifest is saved all the same; its page shows the match.
    return undefined;
  }
}
