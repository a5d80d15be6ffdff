import { expect, test } from "vitest";
import { checkOutputs, describeShapes } from "./check-outputs.ts";
import { ModelOutputError } from "./model-errors.ts";

test("a number that is NaN or infinite is found at every place of outputs of any length", () => {
  for (let length = 1; length <= 9; length += 1) {
    for (let place = 0; place < length; place += 1) {
      for (const bad of [Number.NaN, Infinity, -Infinity]) {
        const outputs = [{ name: "output0", dims: [1, length], data: new Float32Array(length).fill(1) }];
        const shapes = describeShapes(outputs);
        expect(() => checkOutputs("fixture", outputs, shapes)).not.toThrow();
        outputs[0]!.data[place] = bad;
        expect(() => checkOutputs("fixture", outputs, shapes)).toThrow(ModelOutputError);
      }
    }
  }
});

test("the largest finite numbers pass, infinities that cancel out do not", () => {
  const outputs = [{ name: "output0", dims: [1, 8], data: new Float32Array(8).fill(3.4e38) }];
  const shapes = describeShapes(outputs);
  expect(() => checkOutputs("fixture", outputs, shapes)).not.toThrow();
  outputs[0]!.data.set([Infinity, -Infinity]);
  expect(() => checkOutputs("fixture", outputs, shapes)).toThrow(/2 of 8 numbers in output0 are NaN or infinite/);
});
