import { identifyData } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { evidence } from "@container-inspection/shared-schemas/evidence";
import { api, bodyOf } from "../api/client.ts";
import { sendPicture } from "../api/send-picture.ts";

const once = (key: string) => ({ "idempotency-key": key });

/** Reads the number on a picture, without creating a container. */
export const readNumber = (picture: Blob) =>
  sendPicture(
    `/v1/containers/identify?create=false`,
    picture,
    (body) => successEnvelope(identifyData).parse(body).data,
  );

/** The container with exactly this number, among those that the user may see. */
export async function findContainer(containerNumber: string) {
  const query = { q: containerNumber, limit: 100 };
  const { data } = await bodyOf(api.GET("/v1/containers", { params: { query } }));
  return data.items.find((container) => container.containerNumber === containerNumber);
}

export const createContainer = async (containerNumber: string, key: string) =>
  (await bodyOf(api.POST("/v1/containers", { params: { header: once(key) }, body: { containerNumber } }))).data;

/** Adds a photo to the evidence of a container. */
export function addPhoto(containerId: string, picture: Blob, photo: { key: string; takenAt: string; note: string }) {
  const { key, takenAt, note } = photo;
  const query = new URLSearchParams({ takenAt, ...(note.trim() ? { note: note.trim() } : {}) }).toString();
  const read = (body: unknown) => successEnvelope(evidence).parse(body).data;
  return sendPicture(`/v1/containers/${containerId}/evidence?${query}`, picture, read, { headers: once(key) });
}

export const escalate = (id: string, reason: string, key: string) =>
  bodyOf(api.POST("/v1/containers/{id}/escalate", { params: { path: { id }, header: once(key) }, body: { reason } }));
