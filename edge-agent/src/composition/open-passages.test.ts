import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openPassages } from "./open-passages.ts";

test("a start with a clock that is behind the last vehicle of a lane is logged", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "passages-"));
  const seenAt = (atMs: number) => [
    {
      kind: "announcement",
      id: "one",
      fromMs: atMs,
      toMs: atMs,
      isOver: true,
      numbers: [{ containerNumber: "CSQU3054383" }],
    },
  ];
  const content = { "lane:gate": seenAt(1_000_001), "lane:exit": seenAt(999_999) };
  writeFileSync(path.join(dataDir, "passages.json"), JSON.stringify(content));
  const logged: unknown[] = [];
  openPassages({
    config: { dataDir, lanes: [], stations: [] },
    clock: { nowMs: () => 1_000_000, monotonicMs: () => 0 },
    logger: {
      info: () => {},
      warn: (fields: object, line: string) => logged.push({ ...fields, line }),
      error: () => {},
    },
  });
  const line =
    "the clock of this machine is behind the last vehicle that was seen; what is known of the lane is forgotten";
  expect(logged).toEqual([{ lane: "lane:gate", line }]);
});
