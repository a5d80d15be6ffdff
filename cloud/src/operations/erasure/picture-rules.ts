import type { ContainerStatus, LegalHold } from "@container-inspection/shared-schemas/containers";
import { isHeld } from "../../inspection/record/container-rules.ts";

/** Facts that decide if the picture of a record may be erased. */
export type PictureState = {
  container: { status: ContainerStatus; legalHold: LegalHold | null };
  standingHolds: readonly unknown[];
  hasPicture: boolean;
  /** A scan whose picture the AI service has still to see. */
  isPending: boolean;
};

/**
 * Returns why a picture cannot be erased now, with what to do; undefined if it can. The same states keep pictures that
 * are past their retention: a person or a court relies on the picture.
 */
export function whyPictureStays({ container, standingHolds, hasPicture, isPending }: PictureState): string | undefined {
  const { status, legalHold } = container;
  if (!hasPicture) return "The scan has no picture.";
  if (legalHold)
    return "The container is under a legal hold, which keeps its pictures. Run this again when a supervisor has released it.";
  if (isHeld(container, standingHolds))
    return "The container is held by a decision, which keeps its pictures. Run this again when another supervisor has cleared it.";
  if (status === "ESCALATED" || status === "INSPECT")
    return "The container waits for a decision, for which its pictures are needed. Run this again when it is decided.";
  if (isPending) return "The scan waits for the AI service. Run this again when it is done.";
  return undefined;
}
