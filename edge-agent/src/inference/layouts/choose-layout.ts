import { describeShapes } from "../check-outputs.ts";
import type { Layout, LayoutName, ModelFacts } from "./layout.ts";
import { v8Detect } from "./v8-detect.ts";
import { usualRowCounts } from "./v8-predictions.ts";
import { v8Segment } from "./v8-segment.ts";

/**
 * Every supported layout, asked in this order: another is a file beside these, its name in layout.ts and a row here.
 */
const LAYOUTS: readonly Layout[] = [v8Segment, v8Detect];

/**
 * Chooses how to read a model: by the setting if given, else by the metadata and the number of classes, and
 * only then by the outputs' shapes. Throws an Error that states shapes, what was expected and the setting to give when
 * nothing fits for certain: a wrong guess would read class numbers as scores.
 */
export function chooseLayout(facts: ModelFacts, setting?: LayoutName): Layout {
  if (setting !== undefined) {
    const layout = LAYOUTS.find(({ name }) => name === setting);
    if (layout?.fits(facts)) return layout;
    throw refusal(facts, `the setting layout "${setting}" does not fit it`);
  }
  const foreign = foreignLayout(facts);
  if (foreign) throw refusal(facts, foreign);
  const { task } = facts.metadata;
  const chosen = LAYOUTS.find((layout) => (task === null || layout.task === task) && layout.fits(facts));
  if (!chosen)
    throw refusal(facts, task === null ? "its layout is not known" : `its layout (task "${task}") is not known`);
  if (!usualRowCounts(facts.input).includes(facts.outputs[0]?.dims[2] ?? 0)) {
    throw refusal(facts, `N is not what strides 8, 16, 32 give (${usualRowCounts(facts.input).join(", ")})`);
  }
  return chosen;
}

/** Why the metadata rules out every supported layout, whatever the shapes; null when it does not. */
function foreignLayout({ metadata }: ModelFacts): string | null {
  if (metadata.endToEnd) return "it is an end-to-end export (end2end: True)";
  if (metadata.nmsInGraph) return "it was exported with non-maximum suppression inside (nms: True)";
  if (metadata.head !== null && /rt-?detr/i.test(metadata.head)) return `its head is ${metadata.head}`;
  return null;
}

function refusal(facts: ModelFacts, reason: string): Error {
  const expected = LAYOUTS.map((layout) => `  ${layout.name}: ${layout.expected(facts)}`).join("\n");
  return new Error(
    `${reason}. It has ${facts.classCount} classes and the outputs ${describeShapes(facts.outputs)}; supported are\n${expected}\n` +
      `If it is one of these, set "layout" to that name and "classNames" to its classes; else export it again without end2end and nms.`,
  );
}
