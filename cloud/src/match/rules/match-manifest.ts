import {
  INCOMPLETE_RULES,
  type ManifestMatch,
  type MatchFinding,
} from "@container-inspection/shared-schemas/manifest-match";
import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { CompiledMap } from "../reading/compile-map.ts";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { type NamedManifest, nameManifests } from "../reading/name-manifests.ts";
import { english, type Words } from "../english.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { readSizeType } from "../reading/read-size-type.ts";
import { amendedFields, reportAddition, reportAmendment } from "./amendment-rules.ts";
import { checkBill } from "./bill-rules.ts";
import { findNotObserved } from "./absent-rules.ts";
import { addGrounds } from "./finding-grounds.ts";
import { type CompiledAlerts, findAlerts } from "./alert-findings.ts";
import { checkContainerFits, checkSizeTypeRead } from "./container-rules.ts";
import { checkDangerousGoods } from "./dangerous-goods-rules.ts";
import { checkContainerNumber, checkSizeType, checkStatus } from "./document-rules.ts";
import {
  explainInvisibleCargo,
  findCargoInEmpty,
  findEmptyInsteadOfCargo,
  reportEmptyAsDeclared,
  reportNoCargoPicture,
  reportNothingRecognised,
} from "./empty-rules.ts";
import { aboutManifest } from "./finding-texts.ts";
import { laneOf, orderFindings, scoreOf, uniteFindings } from "./judge-findings.ts";
import { findUnlike } from "./likeness-rules.ts";
import { findReasons } from "./declared-reasons.ts";
import { lookAt, type Picture, type SeenPicture } from "./pictures.ts";
import { type Bill, findMasterBill, findOwnWords, reportMasterBill } from "./master-bill.ts";
import { checkCounts, findVagueDescriptions, reportUnsureEmpty } from "./paper-rules.ts";
import { checkPermits } from "./permit-rules.ts";
import { checkSeals } from "./seal-rules.ts";
import { compareAcrossCameras, compareQuantities } from "./quantity-rules.ts";
import { findUndeclared, type GoodsSettings } from "./undeclared-rules.ts";
import { checkWeights } from "./weight-rules.ts";
import { findUnknownGoods, reportGoodsNotStated } from "./unknown-rules.ts";

/** Goes up with every change of the rules. */
const RULES_VERSION = "6";

/** Rules for judging: those of a site and the category map, compiled. */
export type CompiledRules = Omit<RuleSet, "alerts"> & {
  /** Named in every match, so that a result can be traced to them. */
  version: number;
  map: CompiledMap;
  alerts: CompiledAlerts;
};

/** The declared side: top-level fields are checked on arrival, the content of `declaredGoods` is not. */
export type DeclaredSide = {
  /** Id by which findings refer to the manifest; undefined outside the service. */
  id?: string | undefined;
  containerNumber: string | null;
  containerType: string | null;
  declaredGoods: unknown;
  /** An object with gross, tare, net and vgm, whose values are not checked. */
  weight?: unknown;
  billOfLading?: string | null;
  shipper?: unknown;
  consignee?: unknown;
  status: ManifestStatus;
  /** Version of the manifest with which the first picture of the visit was compared, if known. */
  firstCompared?: DeclaredSide | undefined;
  /** True where a picture was compared with other manifests of the container before this one was attached. */
  isAddedLater?: boolean | undefined;
  /** Other manifests of the same bill of lading. */
  sameBill?: readonly Pick<DeclaredSide, "containerNumber" | "billOfLading" | "declaredGoods">[] | undefined;
};

/** The seen side: all pictures of a visit, and the known data of the container. */
export type ObservedSide = { containerNumber: string; sizeType: string | null; pictures: readonly Picture[] };

/**
 * Creates a function that compares the pictures of a visit with the manifests of their container, whose goods are read
 * once for all calls. A picture is evidence for the objects that it shows, not for the absence of others. The lane is
 * that of the worst finding on the cargo (critical red, warning yellow, else green), and at least yellow while the
 * comparison is incomplete; findings on the documents alone have a separate lane. Goods that the category map does not
 * know never count against the shipper. Never throws, regardless of the content of the goods.
 */
export function createMatcher(
  manifests: readonly DeclaredSide[],
  rules: CompiledRules,
): (observed: ObservedSide) => ManifestMatch {
  let read: AllGoods | undefined;
  const papers = nameManifests(manifests);
  return (observed) => {
    read ??= readAllGoods(papers, rules);
    const sizeTypes = [observed.sizeType, ...manifests.map(({ containerType }) => containerType)];
    const sizeType = sizeTypes.find((code) => readSizeType(code)) ?? null;
    const compared = compareAll({ papers, ...read, sizeType }, observed, rules);
    const findings = [...compared, ...checkAmendments(papers, observed, { compared, rules })];
    const ordered = orderFindings(uniteFindings(findings));
    const cargo = ordered.filter(({ lane }) => lane !== "documents");
    const isPictured = observed.pictures.some(({ type }) => type === "category");
    const isComplete = isPictured && !ordered.some(({ rule }) => INCOMPLETE_RULES.has(rule));
    const found = laneOf(cargo);
    const lane = found === "green" && !isComplete ? "yellow" : found;
    return {
      score: scoreOf(lane, cargo),
      lane,
      ruleSet: String(nameRules(rules)),
      findings: addGrounds(ordered, { pictures: observed.pictures, ruleSet: nameRules(rules), names: papers }),
      documentLane: laneOf(ordered.filter((finding) => finding.lane === "documents")),
      isComplete,
    };
  };
}

/** The versions of everything that judges. */
export const nameRules = ({ version, map }: CompiledRules) =>
  english`rules ${RULES_VERSION}, rule set ${String(version)}, category map ${String(map.version)}`;

function compareAll(declared: Declared, observed: ObservedSide, rules: CompiledRules): MatchFinding[] {
  return [
    ...declared.papers.flatMap(({ manifest, whose }) => [
      ...checkDocuments(manifest, observed, whose),
      ...checkSameBill(manifest, rules),
    ]),
    ...checkPaper(declared, observed, rules),
    ...observed.pictures.flatMap((picture) => findAlerts(picture, rules.alerts, linesOf(declared.goods))),
    ...findUnlike(observed.pictures),
    ...compareGoods(declared, observed, rules),
  ];
}

/** Manifests that were changed or added after the first picture, with the findings before the change. */
function checkAmendments(
  papers: readonly Paper[],
  observed: ObservedSide,
  { compared, rules }: { compared: readonly MatchFinding[]; rules: CompiledRules },
): MatchFinding[] {
  const [added, known] = [papers.filter(isAddedLater), papers.filter((paper) => !isAddedLater(paper))];
  const amended = papers.filter(({ manifest }) => amendedFields(manifest).length > 0);
  if (amended.length === 0 && added.length === 0) return [];
  const first = known.map(({ manifest }) => manifest.firstCompared ?? manifest);
  const found = { before: createMatcher(first, rules)(observed).findings, now: compared };
  return [
    ...amended.flatMap(({ manifest, whose }) => reportAmendment(manifest, found, whose)),
    ...reportAddition(added, found),
  ];
}

const isAddedLater = ({ manifest }: Paper) => manifest.isAddedLater;

function checkSameBill(manifest: DeclaredSide, rules: CompiledRules): MatchFinding[] {
  const { sameBill = [] } = manifest;
  if (sameBill.length === 0) return [];
  return checkBill(
    factsOf(manifest, rules),
    sameBill.map((other) => factsOf(other, rules)),
  );
}

function factsOf(
  manifest: Pick<DeclaredSide, "id" | "containerNumber" | "billOfLading" | "declaredGoods">,
  rules: CompiledRules,
) {
  const goods = readDeclaredGoods(manifest.declaredGoods, rules.map, 0);
  const { id, containerNumber, billOfLading = null } = manifest;
  return { id, containerNumber, billOfLading, lines: linesOf(goods) };
}

/** The goods of all manifests; those of a master bill that repeats the others do not count, and lose nothing else. */
function readAllGoods(papers: readonly Paper[], { map }: CompiledRules): AllGoods {
  const bills = papers.map(({ manifest, id, whose }, index) => {
    const goods = readDeclaredGoods(manifest.declaredGoods, map, index, { id, whose });
    return { id, whose, goods, weight: manifest.weight };
  });
  const repeated = findMasterBill(bills);
  const counted = bills.filter((_, index) => index !== repeated);
  const goods = uniteGoods(counted.map((bill) => bill.goods));
  const again = repeated === undefined ? undefined : bills[repeated]?.goods;
  if (again?.kind !== "laden") return { bills, repeated, goods, stated: goods, sealed: goods };
  const own = findOwnWords(again.lines, linesOf(goods));
  const withLines = (lines: DeclaredLine[]) => uniteGoods([goods, { kind: "laden", lines }]);
  return { bills, repeated, goods, stated: withLines(own), sealed: withLines(again.lines) };
}

/** Combines the goods that several manifests declare. */
function uniteGoods(all: readonly DeclaredGoods[]): DeclaredGoods {
  const lines = all.flatMap(linesOf);
  if (lines.length > 0) return { kind: "laden", lines };
  const unsure = all.flatMap((goods) => (goods.kind === "empty" ? (goods.unsure ?? []) : []));
  if (all.some(({ kind }) => kind === "empty")) return { kind: "empty", ...(unsure.length > 0 && { unsure }) };
  return { kind: "not-stated" };
}

const linesOf = (goods: DeclaredGoods): DeclaredLine[] => (goods.kind === "laden" ? goods.lines : []);

function checkDocuments(manifest: DeclaredSide, observed: ObservedSide, whose: Words): MatchFinding[] {
  const found = [
    ...checkContainerNumber(manifest.containerNumber, observed.containerNumber, whose),
    ...checkSizeType(manifest.containerType, observed.sizeType, whose),
    ...checkSizeTypeRead(manifest.containerType, observed.sizeType, whose),
    ...checkStatus(manifest.status, whose),
  ];
  return found.map((finding) => ({ ...finding, ...aboutManifest(manifest.id) }));
}

/** Lines but those that an alert names: what they declare was seen, under a class that is no cargo. */
function withoutShown(lines: readonly DeclaredLine[], pictures: readonly SeenPicture[], { alerts }: CompiledRules) {
  const names = pictures.flatMap(({ seen }) => seen.filter(({ isReported }) => isReported).map(({ name }) => name));
  const shown = new Set(names.flatMap((name) => findReasons(name, lines, alerts.rules)));
  return lines.filter((line) => !shown.has(line));
}

/** One list for all matches, so that what is made of it is made once. */
const NO_GOODS: NonNullable<RuleSet["controlledGoods"]> = [];

/** A manifest and how findings name it. */
type Paper = NamedManifest & { manifest: DeclaredSide };
/**
 * Combined declaration of all manifests of a container; the size-type is the one that was read, or else declared.
 */
type Declared = {
  papers: readonly Paper[];
  bills: readonly Bill[];
  /** The position of a master bill that repeats the others. */
  repeated: number | undefined;
  /** Declarations that count. */
  goods: DeclaredGoods;
  /** Those that count, and the lines of that master bill with words of their own. */
  stated: DeclaredGoods;
  /** Those that count, and all lines of that master bill, which may state the seals of the others. */
  sealed: DeclaredGoods;
  sizeType: string | null;
};
type AllGoods = Omit<Declared, "papers" | "sizeType">;

/**
 * Checks the statements of the manifests against each other and against the cargo that a container of this type may
 * carry.
 */
function checkPaper(
  { papers, bills, repeated, goods, stated, sealed, sizeType }: Declared,
  { pictures }: ObservedSide,
  { weights, containers, dangerousGoods, controlledGoods = NO_GOODS }: CompiledRules,
): MatchFinding[] {
  const weighed = papers.map(({ id, manifest: { billOfLading = null, weight } }, index) => {
    return { id, billOfLading, weight, isRepeated: index === repeated };
  });
  return [
    ...findVagueDescriptions(linesOf(goods)),
    ...checkCounts(linesOf(goods)),
    ...checkPermits(linesOf(stated), controlledGoods),
    ...reportUnsureEmpty(goods.kind === "empty" ? (goods.unsure ?? []) : []),
    ...reportMasterBill(bills, repeated),
    ...checkWeights(weighed, goods, sizeType, weights),
    ...checkContainerFits(stated, sizeType, containers),
    ...checkSeals(sealed, pictures, containers),
    ...checkDangerousGoods(stated, pictures, dangerousGoods),
  ];
}

function compareGoods(
  { goods, sizeType }: Pick<Declared, "goods" | "sizeType">,
  observed: ObservedSide,
  rules: CompiledRules,
): MatchFinding[] {
  const settings: GoodsSettings = { map: rules.map, rules: rules.goods };
  const ofCargo = observed.pictures.filter(({ type }) => type === "category");
  const group = readSizeType(sizeType)?.group;
  // The cargo of a platform is visible from outside, and a tank is seen from outside only.
  const inside = ofCargo.filter(({ view }) => view !== "exterior" || group === "P" || group === "T");
  if (ofCargo.length > 0 && inside.length === 0) return [reportNoCargoPicture()];
  const pictures = inside.map((picture) => lookAt(picture, settings.map, rules.alerts));
  if (pictures.length === 0) return [];
  if (goods.kind === "not-stated") return [reportGoodsNotStated(pictures)];
  const recognised = pictures.filter(({ seen, emptyConfidence }) => seen.length > 0 || emptyConfidence > 0);
  if (goods.kind === "empty")
    return recognised.length === 0
      ? [reportEmptyAsDeclared(pictures)]
      : recognised.flatMap((picture) => findCargoInEmpty(picture, settings, goods.unsure));
  const { lines } = goods;
  const comparable = pictures.filter(({ seen }) => seen.length > 0);
  const invisible = comparable.length === 0 ? explainInvisibleCargo(lines, group, rules.containers) : [];
  if (invisible.length > 0) return invisible;
  const isEmpty = pictures.flatMap((picture) =>
    findEmptyInsteadOfCargo(picture, lines, { settings, others: comparable }),
  );
  if (comparable.length === 0 && isEmpty.length === 0) return [reportNothingRecognised(pictures)];
  return [
    ...isEmpty,
    ...comparable.flatMap((picture) => findUndeclared(picture, lines, settings, comparable)),
    ...comparable.flatMap((picture) => compareQuantities(picture, lines, settings)),
    ...compareAcrossCameras(comparable, lines, settings),
    ...(comparable.length > 0 ? findNotObserved(comparable, withoutShown(lines, comparable, rules), settings) : []),
    ...findUnknownGoods(lines, comparable, rules.goods),
  ];
}
