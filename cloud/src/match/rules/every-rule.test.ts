import { globSync, readFileSync } from "node:fs";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { judgeLoad } from "../testing/judge-load.ts";
import { casesOfEveryRule } from "../testing/every-rule-cases.ts";
import { loadOf } from "../testing/officer-case.ts";

describe("no rule lacks its parts", () => {
  const findings = casesOfEveryRule.flatMap((of) => judgeLoad(loadOf(of)).findings);

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
    { part: "rule", isThere: grounds.includes(`Rule ${rule} (rules 6, rule set 1, category map 1).`) },
    { part: "lines", isThere: !lines?.length || /Declared: lines? \d/.test(grounds) },
    { part: "probability", isThere: probability === undefined || /probability|confidence/.test(message) },
    { part: "objects", isThere: found === undefined || /Objects: objects? \d/.test(grounds) },
    { part: "pictures", isThere: !isOnPictures || PICTURE.test(grounds) },
  ];
  return parts.filter(({ isThere }) => !isThere).map(({ part }) => `${part}: ${message} ${grounds}`);
}
