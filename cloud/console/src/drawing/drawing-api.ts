import type {
  AddDetectionRequest,
  DetectionVerdict,
  Scan,
  SetVerdictRequest,
} from "@container-inspection/shared-schemas/scans";
import { api, bodyOf } from "../api/client.ts";
import { writeVerdict } from "./verdicts-api.ts";

/** A change of one object of a scan; a verdict that is not set is removed, along with its added object. */
export type Change =
  | { kind: "add"; body: AddDetectionRequest; /** Its index before it was removed. */ was?: number }
  | { kind: "set"; index: number; body: SetVerdictRequest | undefined };

/** Makes a change; returns the index of the object. */
export async function writeChange({ scan, change }: { scan: Scan; change: Change }): Promise<number> {
  const path = { id: scan.container.id, scanId: scan.id };
  if (change.kind === "add") {
    const { body } = change;
    const { data } = await bodyOf(
      api.POST("/v1/containers/{id}/scans/{scanId}/detections", { params: { path }, body }),
    );
    return Math.max(...data.verdicts.map(({ index }) => index));
  }
  const { index, body } = change;
  await writeVerdict({ place: { containerId: path.id, scanId: path.scanId, index }, body });
  return index;
}

/** Returns the change that reverts `change`, given the verdict before it and the index of the object. */
export function inverseOf(change: Change, before: DetectionVerdict | undefined, index: number): Change {
  if (before?.verdict === "added" && change.kind === "set" && change.body === undefined)
    return { kind: "add", body: addedBodyOf(before), was: before.index };
  return { kind: "set", index, body: before && bodyOfVerdict(before) };
}

const addedBodyOf = ({ className, polygon, note }: DetectionVerdict): AddDetectionRequest => ({
  className: className ?? "",
  polygon: polygon ?? { x: [], y: [] },
  ...(note !== null && { note }),
});

const bodyOfVerdict = ({ verdict, className, polygon, note }: DetectionVerdict): SetVerdictRequest => ({
  verdict,
  ...(className !== null && { className }),
  ...(polygon && { polygon }),
  ...(note !== null && { note }),
});
