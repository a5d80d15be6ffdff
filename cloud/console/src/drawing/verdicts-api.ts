import type { SetVerdictRequest } from "@container-inspection/shared-schemas/scans";
import { api, bodyOf } from "../api/client.ts";

export type DetectionPlace = { containerId: string; scanId: string; index: number };

const pathOf = ({ containerId, scanId, index }: DetectionPlace) => ({
  path: { id: containerId, scanId, index: String(index) },
});

const VERDICT = "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict";

/** The name of the draft of a correction. */
export const correctionDraft = (scanId: string, index: number): string => `correction ${scanId} ${index}`;

export type GivenVerdict = { place: DetectionPlace; body: SetVerdictRequest | undefined };

/** Sets the verdict on a detection; without a body, takes it back. */
export const writeVerdict = ({ place, body }: GivenVerdict): Promise<unknown> =>
  body
    ? bodyOf(api.PUT(VERDICT, { params: pathOf(place), body }))
    : bodyOf(api.DELETE(VERDICT, { params: pathOf(place) }));
