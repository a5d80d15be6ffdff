import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";

/** Returns the display title of a manifest. */
export const titleOf = ({ billOfLading, containerNumber }: Manifest): string =>
  billOfLading ?? (containerNumber === null ? t`Manifest` : t`Manifest of ${containerNumber}`);
