import type { OutboxRecord } from "../outbox/record.ts";

export type EdgeRequest = { url: string; body: Buffer };

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

/** Returns the request that delivers a record; each attempt sends the same one, unless its picture was reduced. */
export const assembleRequest = (cloudUrl: string, record: OutboxRecord): EdgeRequest => ({
  url: cloudUrl.replace(/\/+$/, "") + pathOf(record),
  body: bodyOf(record),
});

/** The body of that request: JSON on one line. */
export function bodyOf(record: OutboxRecord): Buffer {
  const { payload, image, annotated } = record;
  const pictures = {
    ...(image === null ? {} : { image: base64(image.bytes) }),
    ...(image?.reduced === true ? { image_reduced: true } : {}),
    ...(annotated === null ? {} : { visualization: base64(annotated) }),
  };
  return Buffer.from(JSON.stringify({ ...payload, ...pictures }));
}

/** The path of that request, from `/v1` on. */
export function pathOf({ kind, containerNumber }: Pick<OutboxRecord, "kind" | "containerNumber">): string {
  if (kind === "stream-events") return "/v1/tracking-data/stream-events";
  if (kind === "camera-drift") return "/v1/edge/camera-drift";
  if (kind === "identify") return "/v1/edge/containers/identify";
  const ofContainer = `/v1/edge/containers/${encodeURIComponent(containerNumber ?? "")}`;
  if (kind === "evidence") return `${ofContainer}/evidence`;
  const type = { "category-scan": "category", "defect-scan": "defect", "illegal-scan": "illegal" }[kind];
  return `${ofContainer}/scans/${type}`;
}
