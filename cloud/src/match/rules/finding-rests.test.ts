// A finding rests on what it names: without those objects, lines and manifests its rule finds nothing there.
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { expect, test } from "vitest";
import { casesOfEveryRule } from "../testing/every-rule-cases.ts";
import { judgeLoad } from "../testing/judge-load.ts";
import type { DeclaredManifest, Load } from "../testing/load.ts";
import { CASE_NUMBER, door, line, loadOf, type OfficerCase, seen } from "../testing/officer-case.ts";

const raised = casesOfEveryRule.flatMap((of) => {
  const load = loadOf(of);
  return [...Map.groupBy(judgeLoad(load).findings, ({ rule }) => rule)].map(([rule, findings]) => ({
    id: of.id,
    rule,
    findings,
    load,
  }));
});

/** Changes a load so that a rule has nothing to find: each takes one thing away that findings of the rule rest on. */
type Rest = (load: Load, findings: readonly MatchFinding[]) => Load;

const manifests =
  (change: Partial<DeclaredManifest>): Rest =>
  (load) => ({ ...load, manifests: load.manifests.map((manifest) => ({ ...manifest, ...change })) });
const weight = manifests({ weight: null });
const sizeType = manifests({ containerType: null });
const opened: Rest = (load) => ({ ...load, pictures: loadOf({ ...sackSeen, manifests: load.manifests }).pictures });
const sackSeen: OfficerCase = {
  id: "",
  title: "",
  manifests: [],
  pictures: [door(seen("sack"))],
  wanted: { lanes: [] },
};

/** Rules that are about a manifest or a container as a whole, or about something that is missing. */
const ABOUT_THE_WHOLE: Record<string, Rest> = {
  "cargo-not-pictured": opened,
  "container-number-mismatch": manifests({ containerNumber: CASE_NUMBER }),
  "container-overloaded": weight,
  "empty-as-declared": opened,
  "empty-but-heavy": weight,
  "goods-not-stated": manifests({ declaredGoods: [line("Coffee", "090111", "SA", 300)] }),
  "gross-net-mismatch": weight,
  "laden-but-light": weight,
  "manifest-not-validated": manifests({ status: "VALIDATED" }),
  "measure-not-understood": manifests({ weight: null, declaredGoods: [] }),
  "nothing-recognised": opened,
  "size-type-mismatch": sizeType,
  "size-type-not-read": sizeType,
  "size-type-not-understood": sizeType,
  "tare-out-of-range": weight,
  "vgm-deviates": weight,
  "vgm-too-light": weight,
};

/** Rules about a picture whatever is in it; their findings name all its objects. */
const ABOUT_PICTURES: Record<string, Rest> = {
  "unlike-training": (load) => ({
    ...load,
    pictures: load.pictures.map(({ isUnlike: _isUnlike, ...picture }) => picture),
  }),
};

const objects: Rest = (load, findings) => {
  const named = new Set(
    findings.flatMap(({ evidence = [] }) =>
      evidence.flatMap(({ scanId, detections }) => detections.map((index) => `${scanId} ${index}`)),
    ),
  );
  const isLeft = (scanId: string) => (_: unknown, index: number) => !named.has(`${scanId} ${index}`);
  const pictures = load.pictures.map((picture) => ({
    ...picture,
    detections: picture.detections.filter(isLeft(picture.scanId)),
  }));
  return { ...load, pictures };
};

const lines: Rest = (load, findings) => {
  const named = new Set(findings.flatMap((finding) => finding.lines ?? []));
  const left = (goods: DeclaredManifest["declaredGoods"]) => goods?.filter((_, index) => !named.has(index + 1)) ?? null;
  return {
    ...load,
    manifests: load.manifests.map((manifest) => ({ ...manifest, declaredGoods: left(manifest.declaredGoods) })),
  };
};

function listRests(rule: string, findings: readonly MatchFinding[]): { name: string; rest: Rest }[] {
  const [whole, pictures] = [ABOUT_THE_WHOLE[rule], ABOUT_PICTURES[rule]];
  if (pictures) return [{ name: "pictures", rest: pictures }];
  return [
    ...(findings.some(({ evidence }) => evidence) ? [{ name: "objects", rest: objects }] : []),
    ...(findings.some((finding) => finding.lines?.length) ? [{ name: "lines", rest: lines }] : []),
    ...(whole ? [{ name: "whole", rest: whole }] : []),
  ];
}

/** A finding names one of the pictures that show the same; without it, another is named, and taken away next. */
function takeAway(rule: string, rest: Rest, load: Load, findings: readonly MatchFinding[]): readonly MatchFinding[] {
  if (findings.length === 0) return findings;
  const without = rest(load, findings);
  const left = judgeLoad(without).findings.filter((one) => one.rule === rule);
  return JSON.stringify(without) === JSON.stringify(load) ? left : takeAway(rule, rest, without, left);
}

test.each([...Map.groupBy(raised, ({ rule }) => rule)])("%s", (rule, group) => {
  const tried = group.flatMap(({ id, load, findings }) =>
    listRests(rule, findings).map(({ name, rest }) => ({ id, name, left: takeAway(rule, rest, load, findings) })),
  );
  expect(tried.filter(({ left }) => left.length > 0)).toEqual([]);
  expect(new Set(tried.map(({ id }) => id))).toEqual(new Set(group.map(({ id }) => id)));
});
