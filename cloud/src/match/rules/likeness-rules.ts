import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { english, state } from "../english.ts";
import type { Picture } from "./pictures.ts";

/**
 * Pictures that their device or AI service marked as unlike those that the model was trained on: it is unknown
 * what the model makes of such pictures, so that neither a finding nor its absence releases a container.
 */
export function findUnlike(pictures: readonly Picture[]): MatchFinding[] {
  const unlike = pictures.filter(({ isUnlike }) => isUnlike);
  if (unlike.length === 0) return [];
  return [
    state({
      rule: "unlike-training",
      severity: "warning",
      lane: "cargo",
      declared: null,
      // One more picture is another finding: a decision about those before does not settle it.
      observed: unlike.length === 1 ? english`1 picture` : english`${unlike.length} pictures`,
      evidence: unlike.map(({ scanId, detections }) => ({ scanId, detections: detections.map(({ index }) => index) })),
      message:
        unlike.length === 1
          ? english`This picture is unlike those that the model was trained on: look at it yourself, since its findings, and that there are no others, must not be relied on.`
          : english`These ${unlike.length} pictures are unlike those that the model was trained on: look at them yourself, since their findings, and that there are no others, must not be relied on.`,
    }),
  ];
}
