import type { RecordExaminationRequest } from "@container-inspection/shared-schemas/examinations";
import { api, bodyOf } from "../api/client.ts";

const at = (id: string) => ({ params: { path: { id } } });

export const setNumber = ({ id, containerNumber }: { id: string; containerNumber: string }) =>
  bodyOf(api.PUT("/v1/containers/{id}/container-number", { ...at(id), body: { containerNumber } }));

/** Moves all records of a misread container to another one. */
export const merge = ({ id, intoContainerId }: { id: string; intoContainerId: string }) =>
  bodyOf(api.POST("/v1/containers/{id}/merge", { ...at(id), body: { intoContainerId } }));

/** Places a legal hold, or changes the reason of the existing one. */
export const placeHold = ({ id, reason }: { id: string; reason: string }) =>
  bodyOf(api.PUT("/v1/containers/{id}/legal-hold", { ...at(id), body: { reason } }));

export const releaseHold = (id: string) => bodyOf(api.DELETE("/v1/containers/{id}/legal-hold", at(id)));

export const recordExamination = ({ id, ...body }: { id: string } & RecordExaminationRequest) =>
  bodyOf(api.POST("/v1/containers/{id}/examinations", { ...at(id), body }));

export const beginVisit = (id: string) => bodyOf(api.POST("/v1/containers/{id}/visits", at(id)));

export const deleteContainer = (id: string) => bodyOf(api.DELETE("/v1/containers/{id}", at(id)));
