import type { Container } from "@container-inspection/shared-schemas";
import type { OwnedContainer } from "./container-store.ts";

/** A container as replies show it. */
export function presentContainer({ container, owner }: OwnedContainer): Container {
  const { id, containerNumber, numberCheck, sizeType, status, source, manifestId, categoryScan } = container;
  return {
    id,
    containerNumber,
    numberCheck,
    sizeType,
    status,
    owner,
    source,
    manifestId,
    categoryScan,
    createdAt: container.createdAt.toISOString(),
    updatedAt: container.updatedAt.toISOString(),
  };
}
