import type { Manifest } from "@container-inspection/shared-schemas";
import { t } from "@lingui/core/macro";

/** What a manifest is called. */
export const titleOf = ({ billOfLading, containerNumber }: Manifest): string =>
  billOfLading ?? (containerNumber === null ? t`Manifest` : t`Manifest of ${containerNumber}`);
