import { ModelOutputError } from "./model-errors.ts";
import type { OutputTensor } from "./layouts/layout.ts";

/** Throws a ModelOutputError when the shapes are not those seen at loading, or any number is NaN or infinite. */
export function checkOutputs(model: string, outputs: readonly OutputTensor[], shapes: string): void {
  const found = describeShapes(outputs);
  if (found !== shapes) throw new ModelOutputError(model, `its shapes were ${shapes}, now ${found}`);
  for (const { name, data } of outputs) checkFinite(model, name, data);
}

/** Throws a ModelOutputError when any number of an output is NaN or infinite. */
export function checkFinite(model: string, output: string, data: Float32Array): void {
  if (!Number.isFinite(sumOf(data))) throw new ModelOutputError(model, describeNonFinite(output, data));
}

/**
 * NaN and infinities survive every sum, and no sum of finite 32-bit numbers leaves the range of 64 bits: no branch per
 * number. Four sums at once, since an addition that waits for the one before it takes twice the time.
 */
function sumOf(data: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const rest = data.length % 4;
  for (let index = rest; index < data.length; index += 4) {
    a += data[index] ?? 0;
    b += data[index + 1] ?? 0;
    c += data[index + 2] ?? 0;
    d += data[index + 3] ?? 0;
  }
  for (let index = 0; index < rest; index += 1) a += data[index] ?? 0;
  return a + b + c + d;
}

/** "output0 [1, 12, 1008], output1 [1, 32, 48, 64]". */
export function describeShapes(outputs: readonly { name: string; dims: readonly number[] }[]): string {
  return outputs.map(({ name, dims }) => `${name} [${dims.join(", ")}]`).join(", ");
}

function describeNonFinite(name: string, data: Float32Array): string {
  const bad = data.reduce((count, value) => (Number.isFinite(value) ? count : count + 1), 0);
  return `${bad} of ${data.length} numbers in ${name} are NaN or infinite; the file or its weights may be damaged`;
}
