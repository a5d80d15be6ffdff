import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadModel } from "../load-model.ts";
import { createRunner } from "../runner.ts";
import { cutGraph } from "./cut-graph.ts";
import { figuresOf, heldOutFigures } from "./held-out.ts";
import { chancesOf, trainHead } from "./train-head.ts";

const bundled = readFileSync(path.resolve(import.meta.dirname, "../../../models/category-demo.onnx"));
const folder = mkdtempSync(path.join(tmpdir(), "teach-"));

/** Rows whose first feature decides the answer, and whose second does not. */
const rows = Array.from({ length: 40 }, (_, at) => Float32Array.of(at % 2 ? 3 : 1, at % 7));
const answers = rows.map((_, at) => at % 2);

test("a head learns answers that can be separated, on features as they are", () => {
  const { weights, biases } = trainHead(rows, answers, { classes: 2 });
  const given = rows.map((row) => Number(chancesOf(row, weights, biases)[1]! > 0.5));
  expect(given).toEqual(answers);
});

test("held-out figures are of pictures that were not learnt", () => {
  expect(heldOutFigures(rows, answers, ["no", "yes"])).toEqual([
    { answer: "no", pictures: 20, precision: 1, recall: 1, f1: 1 },
    { answer: "yes", pictures: 20, precision: 1, recall: 1, f1: 1 },
  ]);
  // Each row has a feature of its own: a head that had learnt it would always be right.
  const own = answers.map((_, at) => Float32Array.from(answers, (_unused, f) => Number(f === at)));
  const [none] = heldOutFigures(own, answers, ["no", "yes"]);
  expect(none?.f1).toBeLessThan(0.8);
});

test("figures count what was given wrongly and what was missed", () => {
  const [no, yes] = figuresOf([0, 0, 0, 1, 1], [0, 1, 0, 1, 1], ["no", "yes"]);
  expect(no).toEqual({ answer: "no", pictures: 3, precision: 1, recall: 2 / 3, f1: 0.8 });
  expect(yes).toMatchObject({ pictures: 2, precision: 2 / 3, recall: 1 });
});

test("a cut network gives features, and with a head it is read as a classification model", async () => {
  const features = path.join(folder, "features.onnx");
  writeFileSync(features, cutGraph(bundled, {}));
  const runner = await createRunner(features, null);
  const [output] = await runner.run(new Float32Array(runner.inputLength).fill(127 / 255), runner.input);
  await runner.close();
  const channels = output!.dims[1]!;
  expect(output!.dims).toEqual([1, channels]);
  expect(channels).toBeGreaterThan(64);
  const head = {
    weights: new Float32Array(2 * channels),
    biases: Float32Array.of(0, Math.log(3)),
    names: ["no", "yes"],
  };
  for (const at of head.weights.keys()) head.weights[at] = Math.sin(at) / 100;
  const taught = path.join(folder, "taught.onnx");
  writeFileSync(taught, cutGraph(bundled, { task: "classify", names: "['no', 'yes']" }, head));
  const model = await loadModel({ file: taught, confidence: 0 }, () => 0);
  expect(model).toMatchObject({ layout: "classify", task: "classify", classNames: ["no", "yes"] });
  const grey = new Uint8Array(256 * 192 * 3).fill(127);
  const found = await model.detect({ rgb: grey, widthPixels: 256, heightPixels: 192 });
  const wanted = chancesOf(output!.data, head.weights, head.biases);
  for (const [k, className] of head.names.entries())
    expect(found.items.find((item) => item.className === className)?.confidence).toBeCloseTo(wanted[k]!, 4);
  await model.close();
});

test("a file without a graph or a deep tensor is refused", () => {
  expect(() => cutGraph(new Uint8Array(), {})).toThrow("no graph");
  expect(() => cutGraph(Uint8Array.of(58, 0), {})).toThrow("no deep feature tensor of four dimensions");
});
