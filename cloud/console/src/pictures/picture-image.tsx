import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { imageUrl, thumbnailUrl } from "./picture-urls.ts";

export type ScanImage = NonNullable<Scan["image"]>;

/** No browser shows TIFF. */
export const isPreview = ({ contentType }: ScanImage): boolean => contentType === "image/tiff";

/** The picture of a scan itself, or why it is missing. */
export function PictureImage({ scan: { id, container }, image }: { scan: Scan; image: ScanImage }) {
  if (image.deletedAt)
    return <p className="scan-deleted">{t`The picture was deleted. Its record and its hash are kept.`}</p>;
  const url = isPreview(image) ? thumbnailUrl(container.id, id) : imageUrl(container.id, id);
  return <img src={url} alt={t`Scan of container ${container.containerNumber}`} draggable={false} />;
}
