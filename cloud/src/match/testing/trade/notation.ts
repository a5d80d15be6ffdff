import type { DeclaredManifest, Picture } from "../load.ts";
import { line, type OfficerCase, seen, type WantedFinding } from "../officer-case.ts";

type Lane = OfficerCase["wanted"]["lanes"][number];
type Shot = OfficerCase["pictures"][number];

/** Result that the officer wants: lanes of the cargo, patterns of findings of any severity, lanes of the documents. */
export type Wanted = {
  lanes?: readonly Lane[];
  names?: readonly RegExp[];
  never?: RegExp;
  documents?: readonly ("yellow" | "red")[];
};

/** Any severity. */
const ANY = ["info", "warning", "critical"] as const satisfies WantedFinding["severity"];
const EVERY_LANE = ["green", "yellow", "red", "incomplete"] as const satisfies readonly Lane[];

/** A match that is not complete is yellow to the users of the service. */
export const green: Wanted = { lanes: ["green"] };
export const yellow = (...names: RegExp[]): Wanted => ({ lanes: ["yellow", "incomplete"], names });
export const red = (...names: RegExp[]): Wanted => ({ lanes: ["red"], names });
/** No alarm: green or yellow. */
export const calm = (...names: RegExp[]): Wanted => ({ lanes: ["green", "yellow", "incomplete"], names });
/** Not released: yellow or red. */
export const stopped = (...names: RegExp[]): Wanted => ({ lanes: ["yellow", "red", "incomplete"], names });

/** A case in one line: id, title, papers, pictures and the wanted result. */
export function one(
  id: string,
  title: string,
  papers: DeclaredManifest | DeclaredManifest[],
  pictures: Shot | Shot[],
  { lanes = EVERY_LANE, names = [], never, documents }: Wanted,
  sizeType: string | null = null,
): OfficerCase {
  const finds = names.map((about) => ({ severity: ANY, about }));
  const wanted = { lanes, finds, ...(never && { never }), ...(documents && { documents }) };
  return { id, title, manifests: [papers].flat(), pictures: [pictures].flat(), sizeType, wanted };
}

/** A line of goods written as `Green coffee | 090111 | 300 SA`; code, packages and their code may be absent. */
export function goods(text: string, rest: Record<string, unknown> = {}): Record<string, unknown> {
  const [description = "", hsCode = "", packages = ""] = text.split("|").map((part) => part.trim());
  const [count = "", packageCode] = packages.split(" ");
  const number = /^\d+$/.test(count) ? Number(count) : count;
  const counted = { ...(count !== "" && count !== "-" && { numberOfPackages: number }), ...rest };
  return line(description, hsCode || undefined, packageCode, undefined, counted);
}

/** A validated manifest of a container of this size-type; each line as `goods` reads it. */
export function bill(
  containerType: string,
  lines: string | Record<string, unknown> | (string | Record<string, unknown>)[],
  rest: Partial<DeclaredManifest> = {},
): DeclaredManifest {
  const declaredGoods = [lines].flat().map((each) => (typeof each === "string" ? goods(each) : each));
  const base = { containerNumber: "CSQU3054383", containerType, billOfLading: "BL-TRADE-1", weight: null };
  return { ...base, status: "VALIDATED", declaredGoods, ...rest };
}

/** Weights of a manifest in kilograms, or as the sender wrote them. */
export const weigh = (weights: Record<string, number | string>) => ({
  weight: Object.fromEntries(Object.entries(weights).map(([name, value]) => [name, { value, unit: "KGM" }])),
});

/** Objects written as `24 sack 0.9 2.5`, with commas between them: count, class, confidence, percent of the picture. */
function objects(text: string): Picture["detections"] {
  return text.split(",").flatMap((each) => {
    const [, count, name = "", confidence, area = "2"] = /^\s*(\d+) (.+?) ([\d.]+)(?: ([\d.]+))?$/.exec(each) ?? [];
    return count === undefined ? [] : seen(name, Number(count), Number(confidence), Number(area));
  });
}

const take =
  (cameraId: string, view: Picture["view"], type: Picture["type"] = "category") =>
  (text = "", more: Partial<Shot["detections"][number]> & { model?: string } = {}): Shot => {
    const { model = null, ...facts } = more;
    const detections = objects(text).map((detection) => ({ ...detection, ...facts }));
    return { cameraId, view, type, modelName: model, detections };
  };

export const door = take("gate-1", "door");
export const door2 = take("gate-2", "door");
export const top = take("top-1", "top");
export const yard = take("yard-1", "exterior");
export const damage = take("yard-1", "exterior", "defect");
export const wholeLoad = take("xray-1", "xray-full");
export const xray = take("xray-1", "xray-full", "illegal");

/** A picture of a seal with its number. */
export const seal = (text: string, shot = yard): Shot => shot("1 seal 0.95 0.5", { text });
