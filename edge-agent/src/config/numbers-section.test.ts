import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfigText } from "./config.ts";
import { formatProblem } from "./problem.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "edge-numbers-"));
  await writeFile(path.join(folder, "model.onnx"), "");
});
afterAll(() => rm(folder, { recursive: true }));

const GOOD = `
cloud: { url: "http://127.0.0.1:3000/", apiKey: key }
device: { id: gate-1 }
models: { category: { file: model.onnx } }
numbers: { characters: model.onnx, lines: bundled:category-demo }
cameras:
  - { id: top, url: "file:loads.mp4" }
  - { id: left, url: "file:left.mp4" }
lanes:
  - { id: gate, container: { identified: { cameras: [left] } } }
stations:
  - { id: gate-1, lane: gate, camera: top, model: category }
`;

async function check(text: string) {
  const reading = await readConfigText(text, path.join(folder, "edge-agent.yaml"), {});
  const problems = reading.ok ? reading.warnings : reading.problems;
  return {
    config: reading.ok ? reading.config : null,
    shown: problems.map((problem) => formatProblem("c.yaml", problem)).join("\n"),
  };
}

describe("the number reader in the configuration", () => {
  test("has its files resolved like those of models, and its cameras given to the lane", async () => {
    const { config, shown } = await check(GOOD);
    expect(shown).toBe("");
    expect(config).toMatchObject({
      numbers: {
        characters: path.join(folder, "model.onnx"),
        lines: [expect.stringMatching(/\/models\/category-demo\.onnx$/)],
        executionProvider: "cpu",
        minimumConfidence: 0.95,
        enoughLooks: 5,
        goneSeconds: 3,
      },
      lanes: [{ id: "gate", numberCameras: ["left"] }],
      stations: [{ lane: "gate", numberCameras: [] }],
    });
  });

  test("takes several readers of lines, of which one comes as a package", async () => {
    const several = GOOD.replace("lines: bundled:category-demo", "lines: [model.onnx, bundled:real-text-lines]");
    const { config, shown } = await check(several);
    expect(shown).toBe("");
    expect(config?.numbers?.lines).toEqual([
      path.join(folder, "model.onnx"),
      expect.stringMatching(/ocr-models\/assets\/ch_PP-OCRv4_rec_infer\.onnx$/),
    ]);
    const absent = await check(several.replace("model.onnx, bundled:real", "absent.onnx, bundled:real"));
    expect(absent.shown).toContain("c.yaml:5:44: error: numbers.lines[0]: file ");
  });

  test("gives the cameras of a station without a lane to the station", async () => {
    const own = GOOD.replace("lane: gate", "container: { identified: { cameras: [left] } }").replace(
      /lanes:\n.*\n/,
      "",
    );
    expect(await check(own)).toMatchObject({ shown: "", config: { stations: [{ numberCameras: ["left"] }] } });
  });

  test("may have a lane without a station, whose number cameras keep photographs", async () => {
    const alone = GOOD.replace("lane: gate", "container: { fixed: CSQU3054383 }");
    expect((await check(alone)).shown).toBe("");
    const idle = alone.replace("cameras: [left]", "").replace(/ {2}- \{ id: left.*\n/, "");
    expect((await check(idle)).shown).toContain('warning: lanes[0]: no station belongs to lane "gate"');
  });

  test.each([
    ["characters: model.onnx", "characters: absent.onnx", "c.yaml:5:24: error: numbers.characters: file "],
    ["cameras: [left]", "cameras: [lfet]", 'unknown camera "lfet"\n    Fix: did you mean left?'],
    ["cameras: [left]", "cameras: [top]", 'camera "top" belongs to a station'],
    ["cameras: [left]", "cameras: [left, left]", 'camera "left" reads the numbers of several lanes, or twice'],
    [/numbers:.*\n/, "", "lanes[0].container.identified.cameras[0]: no reader of container numbers is configured"],
  ])("in which %j is %j is reported", async (from, to, expected) => {
    expect((await check(GOOD.replace(from, to))).shown).toContain(expected);
  });
});
