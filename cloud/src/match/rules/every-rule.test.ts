import { globSync, readFileSync } from "node:fs";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { judgeLoad } from "../testing/judge-load.ts";
import { containerCases } from "../testing/container-cases.ts";
import { goodsCases } from "../testing/goods-cases.ts";
import { declared, door, line, loadOf, type OfficerCase, outside, seen } from "../testing/officer-case.ts";
import { paperCases } from "../testing/paper-cases.ts";
import { tradeAlerts } from "../testing/trade/alerts.ts";

const coffee = line("Coffee beans, green", "0901.11", "SA", 300);
const un = (unNumber: string, imoClass: string | undefined, words: string) =>
  line(words, undefined, "DR", 4, { dangerousGoods: { unNumber, imoClass } });
const kg = (value: unknown) => ({ value, unit: "KGM" });
const one = (manifest: OfficerCase["manifests"][number], ...pictures: OfficerCase["pictures"]): OfficerCase => {
  return { id: "", title: "", manifests: [manifest], pictures, wanted: { lanes: [] } };
};
/** Findings that no case of the officer's table gives. */
const further = [
  one(declared([coffee]), outside(seen("sack"))),
  one(declared([line("Qwertz")]), door(seen("sack"))),
  one(declared([]), door(seen("carton"))),
  one(declared([un("1263", "8", "Paint"), un("", "3", "Paint"), un("1", "3", "Paint"), un("3549", "3", "Paint")])),
  one(declared([line("Palm oil in bulk", "1511", "VL")], { containerType: "22G1" })),
  one(declared([coffee], { weight: { gross: kg(20_000), net: kg(25_000), tare: kg("heavy") } })),
  one(declared([{ ...coffee, grossWeight: kg(3_000) }], { weight: { gross: kg(20_000), net: kg(19_000) } })),
  one(declared([coffee], { weight: { net: kg(50) } })),
  one(declared([line("EMPTY CONTAINER")], { weight: { vgm: kg(9_000), tare: kg(2_200) } })),
  one(declared([{ ...coffee, volume: { value: 80, unit: "MTQ" } }])),
  one(declared([coffee], { containerType: "40XX" })),
  one(declared([{ ...coffee, numberOfPackages: "12.5" }])),
  one(declared([line("STC 1,200 CTNS GARMENTS", "620442", "CT", 1)])),
  one(declared([line("EMPTY QWERTZ")])),
  one(declared([line("Rosewood logs", "440349", "LG", 8)])),
  one(declared([coffee], { weight: { vgm: kg(1_900) } })),
  one(declared([coffee]), door(seen("zebra"))),
  one(declared([coffee]), ...tradeAlerts.flatMap(({ id, pictures }) => (id === "G10" ? pictures : []))),
];
const seal = seen("seal").map((detection) => ({ ...detection, text: "ML1234568" }));
further.push(one(declared([{ ...coffee, sealNumber: "ML1234567" }]), outside(seal)));
const cases = [...goodsCases, ...paperCases, ...containerCases, ...further];

describe("no rule lacks its parts", () => {
  const findings = cases.flatMap((of) => judgeLoad(loadOf(of)).findings);

  test("every rule that the sources name is among the findings", () => {
    const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((name) => !name.endsWith(".test.ts"));
    const names = files.flatMap((name) =>
      [...readFileSync(`${import.meta.dirname}/${name}`, "utf8").matchAll(/\brule(?::| =) "([\w-]+)"/gi)].map(
        ([, rule]) => rule,
      ),
    );
    const given = new Set(findings.map(({ rule }) => rule));
    // Amendments and bills of lading need a second manifest; they rest on documents alone.
    const others = new Set([
      "amended-after-picture",
      "added-after-picture",
      "vgm-differs",
      "bill-on-several-containers",
      "bill-repeats-others",
    ]);
    expect([...new Set(names)].filter((rule) => !given.has(rule!) && !others.has(rule!))).toEqual([]);
    expect(names.length).toBeGreaterThan(40);
  });

  test.each([...Map.groupBy(findings, ({ rule }) => rule)])("%s", (_rule, group) =>
    expect(group.flatMap(missingParts)).toEqual([]),
  );
});

const PICTURE = /(?:scan|scan for illegal goods) by camera [\w-]+ at \S+ \S+ UTC, SHA-256 \w{12}…/;

function missingParts({ rule, message, grounds = "", lines, probability, evidence: found }: MatchFinding): string[] {
  const isOnPictures = found !== undefined || /picture|recognised/i.test(message);
  const parts = [
    { part: "rule", isThere: grounds.includes(`Rule ${rule} (rules 5, rule set 1, category map 1).`) },
    { part: "lines", isThere: !lines?.length || /Declared: lines? \d/.test(grounds) },
    { part: "probability", isThere: probability === undefined || /probability|confidence/.test(message) },
    { part: "objects", isThere: found === undefined || /Objects: objects? \d/.test(grounds) },
    { part: "pictures", isThere: !isOnPictures || PICTURE.test(grounds) },
  ];
  return parts.filter(({ isThere }) => !isThere).map(({ part }) => `${part}: ${message} ${grounds}`);
}
