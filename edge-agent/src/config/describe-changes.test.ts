import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfigText } from "./config.ts";
import { temporaryFolder } from "../outbox/testing/captures.ts";
import { describeChanges, noteModelFiles } from "./describe-changes.ts";

const TEXT = `
cloud: { url: "http://127.0.0.1:3000", apiKey: secret-1 }
device: { id: gate-1 }
models: { category: { file: model.onnx } }
cameras: [{ id: top, url: "test:pattern" }, { id: left, url: "test:pattern" }]
stations: [{ id: s-1, camera: top, model: category, container: { fixed: CSQU3054383 }, evidence: { cameras: [left] } }]
`;

test("names each part that differs, and never a value", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "model.onnx"), "one");
  const read = async (text: string) => {
    const reading = await readConfigText(text, path.join(folder, "edge-agent.yaml"), {});
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return noteModelFiles(reading.config);
  };
  const before = await read(TEXT);
  const change = async (from: string, to: string) => describeChanges(before, await read(TEXT.replace(from, to)));

  expect(await change("", "")).toEqual([]);
  expect(await change("secret-1", "secret-2")).toEqual(["cloud"]);
  expect(await change("category: { file: model.onnx }", "category: { file: model.onnx, iou: 0.5 }")).toEqual([
    "model category",
  ]);
  expect(await change("id: left,", "id: left, rotate: 90,")).toEqual(["camera left"]);
  expect(await change("CSQU3054383", "HLXU2008419")).toEqual(["station s-1"]);
  expect(await change("stations: [", "lanes: [{ id: l, container: { identified: {} } }]\nstations: [")).toEqual([
    "lane l (added)",
  ]);
  const removed = TEXT.replace(', { id: left, url: "test:pattern" }', "").replace(
    ", evidence: { cameras: [left] }",
    "",
  );
  expect(describeChanges(before, await read(removed))).toEqual(["camera left (removed)", "station s-1"]);

  const numbers = "numbers: { characters: characters.onnx, lines: lines.onnx }\n";
  for (const name of ["characters.onnx", "lines.onnx"]) writeFileSync(path.join(folder, name), "one");
  const reading = await read(TEXT + numbers);
  expect(describeChanges(before, reading)).toEqual(["numbers"]);
  expect(describeChanges(reading, await read(TEXT + numbers))).toEqual([]);

  for (const [name, changed] of [
    ["model.onnx", "model category"],
    ["characters.onnx", "numbers"],
    ["lines.onnx", "numbers"],
  ] as const) {
    const whole = await read(TEXT + numbers);
    writeFileSync(path.join(folder, name), "another");
    expect(describeChanges(whole, await read(TEXT + numbers))).toEqual([changed]);
  }
});
