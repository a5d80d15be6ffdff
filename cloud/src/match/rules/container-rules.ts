import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ContainerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { findPhrase } from "../reading/find-phrase.ts";
import { MAX_READ } from "../reading/normalise-words.ts";
import { readSizeType } from "../reading/read-size-type.ts";
import { type Translatable, english, state, type Words } from "../english.ts";
import { aboutLines, beginWithPlace } from "./finding-texts.ts";

/** A temperature such as `-18 °C` in a description. */
const DEGREES = /(?:^|[\s(,:])[-−–]\s?(\d{1,2})\s?(?:°|º|deg)?\s?C\b/i;

/** A range of temperatures such as `2-8 °C` or `+2 to +8 deg C`. */
const RANGE = /(?<![\d.-])\+?(\d{1,2}) ?(?:°|º)? ?C? ?(?:-|–|to|bis|a|à|\/) ?\+?(\d{1,2}) ?(?:°|º|deg) ?C\b/i;

/** Goods in a container of a type that cannot carry them; `sizeType` is the one read from it or else declared. */
export function checkContainerFits(
  goods: DeclaredGoods,
  sizeType: string | null,
  settings: ContainerRules,
): MatchFinding[] {
  const group = readSizeType(sizeType)?.group;
  if (goods.kind !== "laden" || group === undefined) return [];
  const type = { group, sizeType };
  return [...findUncooled(goods.lines, type, settings), ...findLooseLiquid(goods.lines, type, settings)];
}

type Type = { group: string; sizeType: string | null };

function findUncooled(
  lines: readonly DeclaredLine[],
  { group, sizeType }: Type,
  settings: ContainerRules,
): MatchFinding[] {
  if (settings.reeferGroups.includes(group)) return [];
  return lines.flatMap((line) => {
    const sign = findCoolingSign(line, settings);
    if (sign === undefined) return [];
    const message = english`${beginWithPlace(line)}, ${line.label}, states ${sign}, which stands for cooled goods, but size-type ${sizeType ?? ""} is not a refrigerated container.`;
    return [
      state({
        rule: "needs-reefer",
        severity: "warning",
        lane: "cargo",
        declared: line.label,
        observed: sizeType,
        message,
        ...aboutLines([line]),
      }),
    ];
  });
}

/** Returns the reason why goods must be transported refrigerated; undefined if none is found. */
function findCoolingSign(line: DeclaredLine, settings: ContainerRules): Translatable | undefined {
  const { hs, words, raw } = line;
  if (findPhrase(words, settings.preservedWords) !== undefined) return undefined;
  const code = settings.reeferHsCodes.find((one) => hs?.startsWith(one));
  if (code !== undefined) return english`HS code ${code}`;
  const description = typeof raw["description"] === "string" ? raw["description"] : "";
  // Most descriptions hold no digit, which is found sooner than no range.
  const [range, , warmest] = (/\d/.test(description) && RANGE.exec(description.slice(0, MAX_READ))) || [];
  if (Number(warmest) <= (settings.maxCoolCelsius ?? -Infinity)) return english`“${range ?? ""}”`;
  const isOtherGoods = hs !== undefined && Number(hs.slice(0, 2)) > settings.lastFoodChapter;
  if (isOtherGoods) return undefined;
  const phrase = findPhrase(words, settings.reeferWords);
  if (phrase !== undefined) return english`“${phrase}”`;
  const degrees = Number(DEGREES.exec(description)?.[1]);
  return -degrees <= settings.maxReeferCelsius ? english`${-degrees} °C` : undefined;
}

function findLooseLiquid(
  lines: readonly DeclaredLine[],
  { group, sizeType }: Type,
  settings: ContainerRules,
): MatchFinding[] {
  const hasFlexitank = lines.some(({ words }) => findPhrase(words, settings.flexitankWords) !== undefined);
  if (settings.liquidGroups.includes(group) || hasFlexitank) return [];
  return lines.flatMap((line) => {
    const isByCode = settings.liquidPackageCodes.some((code) => code === line.packageCode);
    const phrase = isByCode
      ? english`package code ${line.packageCode ?? ""}`
      : findPhrase(line.words, settings.liquidWords);
    if (phrase === undefined) return [];
    const message = english`${beginWithPlace(line)}, ${line.label}, declares liquid in bulk (${phrase}), but size-type ${sizeType ?? ""} is not a tank, and no flexitank is declared.`;
    return [
      state({
        rule: "needs-tank",
        severity: "warning",
        lane: "cargo",
        declared: line.label,
        observed: sizeType,
        message,
        ...aboutLines([line]),
      }),
    ];
  });
}

/** A size-type is declared, but none was read from the container, so the two were not compared. */
export function checkSizeTypeRead(declared: string | null, observed: string | null, whose: Words = ""): MatchFinding[] {
  if (observed !== null || !readSizeType(declared)) return [];
  const message = english`The manifest${whose} declares a container of size-type ${declared ?? ""}; none was read from the container, so they were not compared.`;
  return [state({ rule: "size-type-not-read", severity: "info", lane: "documents", declared, observed, message })];
}
