import { containerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledContainerRules } from "../bundled/container-rules.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { findAlerts } from "./alert-findings.ts";
import { checkSeals } from "./seal-rules.ts";
import { alerts, detect, pictureOf } from "./testing.ts";

const map = compileMap(1, bundledMap);
const settings = containerRules.parse(bundledContainerRules);
const seal = (text: string | undefined, confidence = 0.9, className = "seal") =>
  detect(className, 1, { confidence, ...(text === undefined ? {} : { text }) });
const check = (goods: unknown, ...pictures: ReturnType<typeof seal>[]) =>
  checkSeals(
    readDeclaredGoods(goods, map, 0),
    pictures.map((detections, index) => pictureOf(detections, { scanId: `scan-${index + 1}` })),
    settings,
  );
const texts = (...given: Parameters<typeof check>) =>
  check(...given).map(({ severity, message }) => `${severity}: ${message}`);
const coffee = { description: "Coffee", sealNumber: "ML-EU 1234567" };

test("a seal number as declared is information, whatever its spaces, signs and case", () => {
  expect(inEnglish(check([coffee], seal("mleu1234567")))).toEqual([
    {
      rule: "seal-number",
      severity: "info",
      lane: "cargo",
      declared: "ML-EU 1234567",
      observed: "mleu1234567",
      lines: [1],
      evidence: [{ scanId: "scan-1", detections: [0] }],
      explanation: ["seal numbers that differ by 2 characters or more are critical"],
      message: "The picture shows the seal number mleu1234567, as line 1 declares it.",
    },
  ]);
});

test("one character that differs is a warning, more are critical", () => {
  const shown = (text: string) => `The picture shows the seal number ${text}, but line 1 declares ML-EU 1234567:`;
  const again = "It may have been misread: read the seal again.";
  expect(texts([coffee], seal("MLEU1234568"))).toEqual([
    `warning: ${shown("MLEU1234568")} 1 character differs. ${again}`,
  ]);
  expect(texts([coffee], seal("MLEU123457"))).toEqual([
    `warning: ${shown("MLEU123457")} 1 character differs. ${again}`,
  ]);
  expect(texts([coffee], seal("MLEU1234589"))).toEqual([`critical: ${shown("MLEU1234589")} 2 characters differ.`]);
});

test("the nearest of several declared seals counts, in every form in which papers state them", () => {
  const goods = [
    { description: "Coffee", seals: [{ number: "AAAA1" }, { number: "BBBB2", source: "CAR" }] },
    { description: "Tea", sealNumbers: ["CCCC3", 4444] },
  ];
  expect(texts(goods, [...seal("BBBB2"), ...seal("CCCC3"), ...seal("4444")]).map((one) => one.slice(0, 4))).toEqual(
    Array.from({ length: 3 }, () => "info"),
  );
  expect(check(goods, seal("CCCC3"))[0]?.lines).toEqual([2]);
  expect(check(goods, seal("CCCC"))[0]).toMatchObject({
    severity: "warning",
    declared: "AAAA1, BBBB2, CCCC3 and 1 more",
  });
});

test("a seal number is reported without the spaces around it", () => {
  expect(check([coffee], seal(" MLEU1234567\n"))[0]?.observed).toBe("MLEU1234567");
});

test("another number beside one of several declared ones is at most a warning", () => {
  const two = [{ description: "Coffee", sealNumbers: ["AAAA1", "BBBB2"] }];
  expect(check(two, seal("AAAA1"), seal("ZZZZ9")).map(({ severity }) => severity)).toEqual(["info", "warning"]);
  expect(check(two, seal("ZZZZ9")).map(({ severity }) => severity)).toEqual(["critical"]);
});

test("another number beside a declared one that a picture shows is at most a warning", () => {
  expect(check([coffee], seal("MLEU1234567"), seal("CUSTOMS 9")).map(({ severity }) => severity)).toEqual([
    "info",
    "warning",
  ]);
  expect(texts([coffee], seal("MLEU1234567"), seal("CUSTOMS 9"))[1]).toContain("check whether there is a second seal");
});

test("undeclared, unread, unsure and invalid seals are no finding", () => {
  expect(check([{ description: "Coffee" }], seal("MLEU1234567"))).toEqual([]);
  expect(check([], seal("MLEU1234567"))).toEqual([]);
  expect(check([{ description: "Coffee" }], seal(" "))).toEqual([]);
  expect(check([coffee], seal(undefined), seal(" - "), seal("X", 0.49), seal("X", 0.9, "carton"))).toEqual([]);
  expect(check([coffee], seal("X", 0.5, "Bolt_Seal"))).toHaveLength(1);
});

test.each(["broken seal", "seal_broken", "missing seal", "no seal"])("%s is critical, whatever is declared", (name) => {
  expect(findAlerts(pictureOf(detect(name)), alerts)).toMatchObject([{ severity: "critical", rule: "alert" }]);
});

test("no declaration and no reading break the rule", () => {
  const value = fc.jsonValue();
  const lines = fc.array(fc.record({ sealNumber: value, sealNumbers: value, seals: value }, { requiredKeys: [] }));
  const judge = fc.property(lines, fc.string(), (goods, text) => check(goods, seal(text)).length <= 1);
  expect(fc.check(judge).failed).toBe(false);
});

test("two numbers in two pictures are a changed seal where none is declared", () => {
  const none = [{ description: "Coffee" }];
  expect(check(none, seal("HLG5512345"), seal("MLA0098761"))).toMatchObject([
    {
      rule: "seal-changed",
      severity: "warning",
      observed: "HLG5512345 and MLA0098761",
      evidence: [{ scanId: "scan-1" }, { scanId: "scan-2" }],
      message:
        "The pictures show the seal numbers HLG5512345 and MLA0098761, and the manifest declares none: check whether the seal was changed.",
    },
  ]);
  expect(check(none, seal("HLG5512345"), seal("HLG 5512345"))).toEqual([]);
  expect(check(none, seal("HLG5512345"), seal("HLG5512346"))).toEqual([]);
  expect(check(none, [...seal("HLG5512345"), ...seal("MLA0098761")], seal("MLA0098761"))).toEqual([]);
});

test.each(["N/A", "NIL", "TBA", "NO SEAL", "0000"])("the seal number %j declares none", (sealNumber) => {
  expect(check([{ ...coffee, sealNumber }], seal("HLG5512345"))).toEqual([]);
});
