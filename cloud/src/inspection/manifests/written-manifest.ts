import {
  manifestRequest,
  type ManifestRequest,
  type NotUnderstood,
} from "@container-inspection/shared-schemas/manifests";
import type { AppContext } from "../../platform/http/context.ts";
import { etagOf } from "../../platform/http/etag.ts";
import type { FoundManifest } from "../record/manifest-store.ts";
import { findDoubts } from "./find-doubts.ts";
import { presentManifest } from "./present-manifest.ts";

const FIELDS: ReadonlySet<string> = new Set(manifestRequest.keyof().options);

/** Splits a body into the fields that are kept and the list of what is not, or is doubtful. */
export function readManifest(body: ManifestRequest & Record<string, unknown>): {
  fields: ManifestRequest;
  notUnderstood: NotUnderstood[];
} {
  const kept = Object.entries(body).filter(([name]) => FIELDS.has(name));
  const fields: ManifestRequest = Object.fromEntries(kept);
  return { fields, notUnderstood: findDoubts(body, body.containerNumber) };
}

/**
 * The reply to a write. The tag is that of the manifest, as reading it gives it: the doubts belong to the request, and
 * not to the manifest.
 */
export function taggedManifest(c: AppContext, written: FoundManifest, notUnderstood: NotUnderstood[]) {
  const manifest = presentManifest(written);
  c.header("ETag", etagOf(manifest));
  return { ...manifest, notUnderstood };
}
