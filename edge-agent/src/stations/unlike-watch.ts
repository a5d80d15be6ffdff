import type { Detections } from "../inference/detections.ts";

/** Wait between two looks: a load that stays in view counts now and then, not with each picture. */
const LOOK_EVERY_MS = 10_000;
const KEPT_LOOKS = 20;
/** Fewer looks state nothing about a camera. */
const LEAST_LOOKS = 5;

/** Follows whether most of a camera's last pictures are unlike those that the model was trained on. */
export function createUnlikeWatch(monotonicMs: () => number) {
  let lastLookMs = -Infinity;
  let looks: boolean[] = [];
  return {
    look({ likeness }: Pick<Detections, "likeness">): void {
      const isUnlike = likeness?.isUnlike ?? null;
      if (isUnlike === null || monotonicMs() - lastLookMs < LOOK_EVERY_MS) return;
      lastLookMs = monotonicMs();
      looks = [...looks, isUnlike].slice(-KEPT_LOOKS);
    },
    isUnlike: (): boolean => looks.length >= LEAST_LOOKS && looks.filter(Boolean).length > looks.length / 2,
  };
}
