import { ModelOutputError } from "./model-errors.ts";
import type { OutputTensor } from "./layouts/layout.ts";

/** Throws a ModelOutputError when the shapes are not those seen at loading, or any number is NaN or infinite. */
export function checkOutputs(model: string, outputs: readonly OutputTensor[], shapes: string): void {
  const found = describeShapes(outputs);
  if (found !== shapes) throw new ModelOutputError(model, `its shapes were ${shapes}, now ${found}`);
  for (const { name, data } of outputs) {
    // 0 × v is NaN for NaN and infinities, and NaN survives every sum: no branch per number.
    let sum = 0;
    for (let index = 0; index < data.length; index += 1) sum += 0 * (data[index] ?? 0);
    if (Number.isNaN(sum)) throw new ModelOutputError(model, describeNonFinite(name, data));
  }
}

/** "output0 [1, 12, 1008], output1 [1, 32, 48, 64]". */
export function describeShapes(outputs: readonly { name: string; dims: readonly number[] }[]): string {
  return outputs.map(({ name, dims }) => `${name} [${dims.join(", ")}]`).join(", ");
}

function describeNonFinite(name: string, data: Float32Array): string {
  const bad = data.reduce((count, value) => (Number.isFinite(value) ? count : count + 1), 0);
  return `${bad} of ${data.length} numbers in ${name} are NaN or infinite; the file or its weights may be damaged`;
}
