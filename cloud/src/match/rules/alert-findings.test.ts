import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledAlertRules } from "../bundled/alert-rules.ts";
import { ALERT_RULES, compileAlerts, findAlerts, worst } from "./alert-findings.ts";
import { alerts, detect, lineOf, pictureOf } from "./testing.ts";

const find = (type: ScanType, ...detections: Parameters<typeof pictureOf>[0][]) =>
  findAlerts(pictureOf(detections.flat(), { type }), alerts);
const one = (type: ScanType, className: string | null, confidence: number | null) =>
  find(type, detect(className, 1, { confidence })).map(({ severity }) => severity);

test("what no manifest explains is reported by three rules", () => {
  expect([...ALERT_RULES]).toEqual(["alert", "defects", "illegal-goods"]);
});

test("27: a person and a weapon in a picture of the cargo are critical, with their best detection", () => {
  const person = [0.5, 0.96, 0.2].flatMap((confidence) => detect("Person", 1, { confidence }));
  expect(inEnglish(find("category", detect("sack", 20), person, detect("weapon")))).toEqual([
    {
      rule: "alert",
      severity: "critical",
      lane: "cargo",
      declared: null,
      observed: "Person",
      className: "Person",
      probability: 0.96,
      evidence: [{ scanId: "scan-1", detections: [20, 21] }],
      message: "Found in a category scan: Person (confidence 96 %).",
    },
    expect.objectContaining({
      severity: "critical",
      className: "weapon",
      message: "Found in a category scan: weapon (confidence 90 %).",
    }),
  ]);
});

test("detections of the project's damage and contraband tasks have a severity by class, regardless of the form of the name", () => {
  expect(one("defect", "tear", 0.5)).toEqual(["critical"]);
  expect(one("category", "Tear", 0.6)).toEqual(["critical"]);
  expect(one("category", "damaged door", 0.6)).toEqual(["warning"]);
  expect(one("category", "blade", 0.4)).toEqual(["critical"]);
  expect(one("category", "tool", 0.9)).toEqual([]);
});

describe("a scan for illegal goods", () => {
  test("F1: reports every class from 0.25 on, critical from the site's confidence on", () => {
    expect(one("illegal", "drugs", 0.24)).toEqual([]);
    expect(one("illegal", "drugs", 0.25)).toEqual(["warning"]);
    expect(one("illegal", "drugs", 0.49)).toEqual(["warning"]);
    expect(one("illegal", "drugs", 0.5)).toEqual(["critical"]);
    expect(find("illegal", detect("cigarettes", 1, { confidence: 0.82 }))).toMatchObject([
      { rule: "illegal-goods", message: "The scan for illegal goods marks a place as cigarettes (confidence 82 %)." },
    ]);
  });

  test("08d: ignores classes without a meaning, and weak detections", () => {
    const pistol = detect("pistol", 1, { confidence: 0.08 });
    expect(find("illegal", detect("no_threat"), detect("No Threat"), detect("background"), pistol)).toEqual([]);
  });

  test("has its own thresholds for alert classes too", () => {
    expect(one("illegal", "pistol", 0.49)).toEqual(["warning"]);
    expect(one("illegal", "pistol", 0.5)).toEqual(["critical"]);
    expect(one("illegal", "rust", 0.6)).toEqual(["critical"]);
  });

  test("counts a detection without a confidence as certain, and does not make one up", () => {
    expect(find("illegal", detect(null, 1, { confidence: null }))).toEqual([
      expect.objectContaining({
        severity: "critical",
        observed: null,
        className: "an unnamed object",
        probability: 1,
        message: "The scan for illegal goods marks a place as an unnamed object.",
      }),
    ]);
    const mixed = [...detect("drugs", 1, { confidence: null }), ...detect("drugs", 1, { confidence: 0.3 })];
    expect(find("illegal", mixed)).toMatchObject([
      { message: "The scan for illegal goods marks a place as drugs.", severity: "critical" },
    ]);
  });

  test("is critical from the confidence that its rules state, or else the default", () => {
    const judge = (by: ReturnType<typeof compileAlerts>) =>
      findAlerts(pictureOf(detect("drugs", 1, { confidence: 0.6 }), { type: "illegal" }), by)[0]?.severity;
    expect(judge(compileAlerts({ ...bundledAlertRules, illegalCriticalConfidence: 0.7 }, 0.5))).toBe("warning");
    expect(judge(compileAlerts({ ...bundledAlertRules, illegalCriticalConfidence: 0 }, 0.7))).toBe("critical");
    expect(judge(compileAlerts(bundledAlertRules, 0.7))).toBe("warning");
  });
});

describe("a defect scan", () => {
  test("35: a hole and a broken seal are critical", () => {
    expect(one("defect", "hole", 0.5)).toEqual(["critical"]);
    expect(find("defect", detect("hole"), detect("seal-broken", 1, { confidence: 0.95 }))).toMatchObject([
      { rule: "defects", severity: "critical", message: "Found in a defect scan: hole (confidence 90 %)." },
      { rule: "defects", severity: "critical", className: "seal-broken" },
    ]);
  });

  test("35b: rust is information, and none below its threshold", () => {
    expect(one("defect", "rust", 0.12)).toEqual([]);
    expect(one("defect", "rust", 0.59)).toEqual([]);
    expect(one("defect", "rust", 0.6)).toEqual(["info"]);
    expect(one("defect", "hole", 0.49)).toEqual([]);
    expect(one("defect", "no_damage", 0.9)).toEqual([]);
  });

  test("reports any other class as a warning", () => {
    expect(one("defect", "crack", 0.49)).toEqual([]);
    expect(one("defect", "crack", 0.5)).toEqual(["warning"]);
    expect(one("defect", null, null)).toEqual(["warning"]);
  });
});

test("a picture of the cargo reports alert classes only, from their thresholds on", () => {
  expect(one("category", "knife", 0.39)).toEqual([]);
  expect(one("category", "knife", 0.4)).toEqual(["critical"]);
  expect(one("category", "sack", 1)).toEqual([]);
  expect(one("category", null, 1)).toEqual([]);
});

test("the first entry that names a class counts, and the worst of its detections", () => {
  const entry = (fromConfidence: number, severity: MatchFinding["severity"]) => ({
    classes: ["Dogs"],
    fromConfidence,
    severity,
  });
  const by = compileAlerts({ ...bundledAlertRules, alerts: [entry(0.8, "warning"), entry(0.1, "critical")] }, 0.5);
  const judge = (...confidences: number[]) =>
    findAlerts(
      pictureOf(
        confidences.flatMap((confidence) => detect("dog", 1, { confidence })),
        { type: "category" },
      ),
      by,
    );
  expect(judge(0.9)).toMatchObject([{ severity: "warning" }]);
  expect(judge(0.79)).toEqual([]);
  expect(worst(["info", "warning", "info"])).toBe("warning");
  expect(worst(["info", "critical", "warning"])).toBe("critical");
  expect(worst(["info"])).toBe("info");
  expect(worst([])).toBe("info");
});

describe("people outside, and goods that are declared", () => {
  const judge = (
    className: string,
    more: Partial<Parameters<typeof pictureOf>[1]>,
    ...lines: ReturnType<typeof lineOf>[]
  ) =>
    findAlerts(pictureOf(detect(className), more), alerts, lines).map(
      ({ severity, message }) => `${severity}: ${message}`,
    );
  const knives = lineOf(1, ["carton"], { label: "Kitchen knives", words: "kitchen knife", hs: "821191" });

  test("a person in a picture of the outside is information, a weapon is not", () => {
    expect(judge("person", { view: "exterior" })).toEqual([
      "info: Found in a category scan: person (confidence 90 %). The camera looks at the outside of the container.",
    ]);
    expect(judge("person", { view: null })).toEqual(["critical: Found in a category scan: person (confidence 90 %)."]);
    expect(judge("weapon", { view: "exterior" })[0]).toMatch(/^critical/);
  });

  test("a line that declares what is seen is named, and lowers the finding by one step", () => {
    expect(judge("knife", {}, knives)).toEqual([
      "warning: Found in a category scan: knife (confidence 90 %). Line 1 declares Kitchen knives.",
    ]);
    expect(judge("knife", { type: "illegal" }, knives)[0]).toMatch(/^warning: .* Line 1 declares Kitchen knives\.$/);
    expect(judge("knife", {}, lineOf(1, ["sack"]))[0]).toMatch(/^critical/);
    // Damage is not declared.
    expect(judge("hole", { type: "defect" }, lineOf(1, [], { words: "hole punch" }))[0]).toMatch(/^critical/);
  });

  test("the class of an X-ray model that the rules do not name is explained by no word", () => {
    const toys = lineOf(2, ["carton"], { label: "Drones", words: "toy drone" });
    expect(judge("drone", { type: "illegal" }, toys)).toEqual([expect.stringMatching(/^critical/)]);
  });

  test("seals and placards are no damage: rules of their own judge them", () => {
    expect(judge("seal", { type: "defect" })).toEqual([]);
    expect(judge("placard class 3", { type: "defect" })).toEqual([]);
    expect(judge("crack", { type: "defect" })).toHaveLength(1);
  });

  test("what X-ray models call nothing is none", () => {
    for (const className of ["normal", "clean", "benign", "Negative"])
      expect(judge(className, { type: "illegal" })).toEqual([]);
    expect(judge("safe", { type: "illegal" })[0]).toMatch(/^critical/);
  });
});
