import { describeShapes } from "../check-outputs.ts";
import { classify } from "./classify.ts";
import { detr } from "./detr.ts";
import { end2endDetect, end2endSegment } from "./end2end.ts";
import type { Layout, LayoutName, ModelFacts } from "./layout.ts";
import { rtDetr, rtDetrRanked } from "./rt-detr.ts";
import { v8Detect } from "./v8-detect.ts";
import { usualRowCounts } from "./v8-predictions.ts";
import { v8Segment } from "./v8-segment.ts";

/** Every supported layout: another is a file beside these, its name in layout.ts and a row here. */
const LAYOUTS: readonly Layout[] = [
  v8Segment,
  v8Detect,
  end2endSegment,
  end2endDetect,
  rtDetr,
  rtDetrRanked,
  detr,
  classify,
];

/** A layout, and why it is the right one, for people. */
export type ChosenLayout = { layout: Layout; reason: string };

/**
 * Chooses the layout of a model: by the setting if given, else by the metadata and the number of classes, and only
 * then by the outputs' shapes. If nothing fits for certain, throws an Error that states shapes, the expectation and
 * the setting to give: a wrong guess would read class numbers as scores.
 */
export function chooseLayout(facts: ModelFacts, setting?: LayoutName): ChosenLayout {
  if (setting !== undefined) {
    const layout = LAYOUTS.find(({ name }) => name === setting);
    if (layout?.fits(facts)) return { layout, reason: `the setting "layout", which its outputs fit` };
    throw refusal(facts, `the setting layout "${setting}" does not fit it`);
  }
  const { task } = facts.metadata;
  const possible = LAYOUTS.filter(
    (layout) => (task === null || layout.task === task) && layout.fits(facts) && layout.agrees(facts.metadata),
  );
  const [chosen, other] = possible;
  if (!chosen) throw refusal(facts, `its layout (${describeMetadata(facts)}) is not supported`);
  if (other) {
    const names = possible.map(({ name }) => `"${name}"`).join(" or ");
    throw refusal(facts, `its layout may be ${names}, and its metadata does not decide: set "layout" to one of them`);
  }
  const isRaw = chosen === v8Detect || chosen === v8Segment;
  if (isRaw && !usualRowCounts(facts.input).includes(facts.outputs[0]?.dims[2] ?? 0))
    throw refusal(facts, `N is not what strides 8, 16, 32 give (${usualRowCounts(facts.input).join(", ")})`);
  return { layout: chosen, reason: `the only layout that fits ${describeMetadata(facts)}, and its outputs` };
}

/** Describes the layout as the metadata states it, such as `task "pose", head Pose`. */
function describeMetadata({ metadata: { task, head, endToEnd, nmsInGraph } }: ModelFacts): string {
  const stated = [
    task === null ? "no task stated" : `task "${task}"`,
    head === null ? [] : `head ${head}`,
    endToEnd ? "end2end: True" : [],
    nmsInGraph ? "nms: True" : [],
  ];
  return stated.flat().join(", ");
}

function refusal(facts: ModelFacts, reason: string): Error {
  const expected = LAYOUTS.map((layout) => `  ${layout.name}: ${layout.expected(facts)}`).join("\n");
  return new Error(
    `${reason}. It has ${facts.classCount} classes and the outputs ${describeShapes(facts.outputs)}; supported are\n${expected}\n` +
      `If it is one of these, set "layout" to that name and "classNames" to its classes.`,
  );
}
