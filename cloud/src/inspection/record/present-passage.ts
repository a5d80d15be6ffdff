import type { RecordPassage } from "@container-inspection/shared-schemas/passages";

/** The passage of a scan or a photo as replies show it; null for one without. */
export function presentPassage({
  passageId,
  passagePosition,
}: {
  passageId: string | null;
  passagePosition: string | null;
}): RecordPassage | null {
  return passageId === null ? null : { id: passageId, position: passagePosition };
}
