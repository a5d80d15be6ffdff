import type { CameraDrift } from "@container-inspection/shared-schemas/camera-drift";

type Measure = CameraDrift["measures"][number];

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** One measure as a sentence of a notice. */
export function describeMeasure({ measure, reference, now }: Measure): string {
  switch (measure) {
    case "confidence":
      return `the mean confidence is ${now.toFixed(2)}, usually ${reference.toFixed(2)}`;
    case "empty":
      return `nothing is found in ${percent(now)} of the pictures with motion, usually ${percent(reference)}`;
    case "classes":
      return "the shares of the classes have changed";
    case "missing":
      return now === 1 ? "a usual class is no longer found" : `${now} usual classes are no longer found`;
    case "sharpness":
      return `the sharpness of the pictures is ${percent(now / reference)} of the usual`;
    case "exposure":
      return `the pictures are ${now < reference ? "darker" : "brighter"}: level ${now.toFixed(0)}, usually ${reference.toFixed(0)}`;
    default:
      return `${measure} is ${now}, usually ${reference}`;
  }
}

/** The measures that were not part of the drift before. */
export function newMeasures(before: readonly Measure[], now: readonly Measure[]): Measure[] {
  return now.filter(({ measure }) => !before.some((known) => known.measure === measure));
}
