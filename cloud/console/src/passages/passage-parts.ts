import { isPlaceholderNumber, type Passage, type PassagePicture } from "@container-inspection/shared-schemas/passages";
import { t } from "@lingui/core/macro";
import { imageUrl, photoThumbnailUrl, photoUrl, thumbnailUrl } from "../pictures/picture-urls.ts";

/** The numbers of a passage, each once, as a list shows them: a placeholder means nothing to a reader. */
export function numbersOf({ containers }: Pick<Passage, "containers">): string {
  return [...new Set(containers.map(({ container }) => shownNumber(container.containerNumber)))].join(", ");
}

export const shownNumber = (number: string): string => (isPlaceholderNumber(number) ? t`no number` : number);

/** The address of a picture of a passage, of the size of a thumbnail or as it was taken. */
export function pictureUrl({ kind, containerId, id }: PassagePicture, size: "thumbnail" | "full"): string {
  if (kind === "scan") return size === "full" ? imageUrl(containerId, id) : thumbnailUrl(containerId, id);
  return size === "full" ? photoUrl(containerId, id) : photoThumbnailUrl(containerId, id);
}
