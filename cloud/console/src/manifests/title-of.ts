import type { Manifest } from "@container-inspection/shared-schemas";

/** What a manifest is called. */
export const titleOf = ({ billOfLading, containerNumber }: Manifest): string =>
  billOfLading ?? (containerNumber === null ? "Manifest" : `Manifest of ${containerNumber}`);
