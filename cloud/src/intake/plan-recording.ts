import type { ChainedRecordKind } from "@container-inspection/shared-schemas/provenance";
import { drawThumbnail, type Thumbnail } from "../platform/images/draw-thumbnail.ts";
import type { PictureFile } from "../platform/images/store-pictures.ts";
import type { Needs } from "./parts.ts";
import type { EdgeRecord } from "./read-record.ts";

/** Plan of a recording: its id, and its pictures with the place where they are stored. */
export type Recording = {
  id: string;
  /** A photo has a thumbnail from the start, a scan gets one when it is first shown. */
  as: { kind: Exclude<ChainedRecordKind, "evidence"> } | { kind: "evidence"; thumbnail: Thumbnail };
  folder: string;
  files: PictureFile[];
};

/** Decides what a record that was not recorded before becomes, and draws the thumbnail of a photo. */
export async function planRecording(
  { newId }: Needs<"newId">,
  { pictures }: EdgeRecord,
  kind: ChainedRecordKind,
): Promise<Recording> {
  const { image, visualization } = pictures;
  const files: PictureFile[] = [
    { name: "image", bytes: image.bytes },
    ...(visualization ? [{ name: "visualization" as const, bytes: visualization.bytes }] : []),
  ];
  if (kind !== "evidence") {
    const id = newId();
    return { id, as: { kind }, folder: `scans/${id}`, files };
  }
  const id = `ev_${newId()}`;
  const thumbnail = await drawThumbnail(image.bytes);
  const folder = `evidence/${id}`;
  return { id, as: { kind, thumbnail }, folder, files: [...files, { name: "thumbnail", bytes: thumbnail.bytes }] };
}
