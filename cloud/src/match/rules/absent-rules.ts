import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { english, state } from "../english.ts";
import { aboutLines, anyClass, describeLines, describePictures, explanationsOf, listLines } from "./finding-texts.ts";
import type { SeenPicture } from "./pictures.ts";
import { type GoodsSettings, isOpen } from "./undeclared-rules.ts";

/**
 * Declared goods that no picture shows. A camera that sees a part of the load proves nothing by the absence of goods;
 * a full X-ray view does, unless pallets, or objects that the map does not know, may hide the goods.
 */
export function findNotObserved(
  pictures: readonly SeenPicture[],
  lines: readonly DeclaredLine[],
  { map, rules }: GoodsSettings,
): MatchFinding[] {
  const all = pictures.flatMap(({ seen }) => seen);
  const isSeen = ({ classes }: DeclaredLine) => all.some(({ name }) => classes.has(name));
  const missing = lines.filter((line) => !isOpen(line, map) && !isSeen(line));
  const whole = pictures.filter(({ view, seen }) => view === "xray-full" && seen.every(({ kind }) => kind === "goods"));
  return [...Map.groupBy(missing, ({ classes }) => [...classes.keys()].join(" or "))].map(([, group]) => {
    const expected = anyClass(group[0]?.classes.keys() ?? []);
    const declared = listLines(group);
    const count = group.reduce((sum, { packageCount = 1 }) => sum + packageCount, 0);
    const proof = whole.find(({ modelName }) => {
      const { recall } = rules.models.find(({ name }) => name === modelName) ?? rules.otherModels;
      // Stryker disable next-line EqualityOperator: no power of a share that a computer holds is exactly 0.01
      return (1 - recall) ** count < MISSED_BY_CHANCE;
    });
    const observed = describePictures(proof ? [proof] : pictures);
    const isOne = group.length === 1;
    const goods = describeLines(group);
    const expectation = isOne
      ? english`${goods} was expected as ${expected}`
      : english`${goods} were expected as ${expected}`;
    const absence = isOne ? english`${goods} was not observed` : english`${goods} were not observed`;
    const message = proof
      ? english`${expectation}, but a picture of the whole load shows only ${observed}.`
      : english`${absence}, and may be hidden or out of view. The pictures show ${observed}.`;
    return state({
      rule: "declared-goods-not-observed",
      severity: proof ? "warning" : "info",
      lane: "cargo",
      declared,
      observed,
      ...aboutLines(group),
      explanation: explanationsOf(group),
      message,
    });
  });
}

/**
 * Upper bound on the probability that a model misses all packages of a group, for their absence to count.
 */
const MISSED_BY_CHANCE = 0.01;
