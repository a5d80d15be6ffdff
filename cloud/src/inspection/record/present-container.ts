import type { Container, NumberConfirmation } from "@container-inspection/shared-schemas/containers";
import { presentVisitSummary } from "./present-visit.ts";
import { attachedIds } from "./attached-manifest-store.ts";
import type { ContainerRow, OwnedContainer } from "./container-store.ts";

/** A container as replies show it. */
export function presentContainer({ container, visit, owner, isEscalated, standing }: OwnedContainer): Container {
  const { id, containerNumber, numberCheck, sizeType, status, source, manifestId, categoryScan } = container;
  return {
    id,
    containerNumber,
    numberCheck,
    sizeType,
    status,
    isEscalated,
    standing,
    owner,
    source,
    manifestId,
    manifestIds: attachedIds(container),
    categoryScan,
    legalHold: container.legalHold,
    visit: presentVisitSummary(visit),
    createdAt: container.createdAt.toISOString(),
    updatedAt: container.updatedAt.toISOString(),
  };
}

/** Returns the confirmation of a container's current number; null if it is unconfirmed. */
export function confirmationOf({ numberConfirmation, numberKey }: ContainerRow): NumberConfirmation | null {
  if (numberConfirmation?.numberKey !== numberKey) return null;
  const { confirmedAt, confirmedBy } = numberConfirmation;
  return { confirmedAt, confirmedBy };
}

/** A container as the audit log stores it; scans have their own entries. */
export function snapshotContainer(container: ContainerRow) {
  const { containerNumber, numberCheck, sizeType, status, ownerId, source, manifestId, legalHold } = container;
  const [manifestIds, numberConfirmation] = [attachedIds(container), confirmationOf(container)];
  return {
    containerNumber,
    numberCheck,
    numberConfirmation,
    sizeType,
    status,
    ownerId,
    source,
    manifestId,
    manifestIds,
    legalHold,
  };
}
