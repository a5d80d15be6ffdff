import type { SetVerdictRequest } from "@container-inspection/shared-schemas";
import { api, bodyOf } from "../api.ts";

export type DetectionPlace = { containerId: string; scanId: string; index: number };

const pathOf = ({ containerId, scanId, index }: DetectionPlace) => ({
  path: { id: containerId, scanId, index: String(index) },
});

const VERDICT = "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict";

export const setVerdict = (place: DetectionPlace, body: SetVerdictRequest) =>
  bodyOf(api.PUT(VERDICT, { params: pathOf(place), body }));

export const takeVerdictBack = (place: DetectionPlace) => bodyOf(api.DELETE(VERDICT, { params: pathOf(place) }));
