/** A linear head: the weights of each class, one after the other, and its bias. */
type Trained = { weights: Float32Array; biases: Float32Array };

const STEPS = 300;
const MOMENTUM = 0.9;

/**
 * Softmax regression on standardised features with L2 regularisation; the weights returned apply to the features as
 * they are. `answers` has the class of each row.
 */
export function trainHead(
  rows: readonly Float32Array[],
  answers: readonly number[],
  { classes, strength = 10 }: { classes: number; strength?: number },
): Trained {
  const { mean, scale } = spreadOf(rows);
  const features = mean.length;
  const inputs = rows.map((row) => Float64Array.from(row, (value, at) => (value - at0(mean, at)) * at0(scale, at)));
  const w = new Float64Array(classes * features);
  const b = new Float64Array(classes);
  const [speedW, speedB] = [new Float64Array(w.length), new Float64Array(classes)];
  const rate = 1 / (features / 2 + strength);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = w.map((weight) => (weight * strength) / rows.length);
    const slope = new Float64Array(classes);
    for (const [at, input] of inputs.entries())
      for (const [k, chance] of chancesOf(input, w, b).entries()) {
        const error = (chance - (answers[at] === k ? 1 : 0)) / rows.length;
        slope[k] = at0(slope, k) + error;
        for (let f = 0, to = k * features; f < features; f += 1, to += 1)
          gradient[to] = at0(gradient, to) + error * at0(input, f);
      }
    advance(w, speedW, gradient, rate);
    advance(b, speedB, slope, 0.1);
  }
  const weights = Float32Array.from(w, (weight, at) => weight * at0(scale, at % features));
  const biases = Float32Array.from(b, (bias, k) =>
    mean.reduce((sum, value, f) => sum - value * at0(weights, k * features + f), bias),
  );
  return { weights, biases };
}

/** The probability of each class for one row of features. */
export function chancesOf(row: ArrayLike<number>, weights: ArrayLike<number>, biases: ArrayLike<number>): number[] {
  const logits = Array.from(biases, (bias, k) => {
    let sum = bias;
    for (let f = 0, from = k * row.length; f < row.length; f += 1, from += 1) sum += at0(row, f) * at0(weights, from);
    return sum;
  });
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function spreadOf(rows: readonly Float32Array[]): { mean: Float64Array; scale: Float64Array } {
  const features = rows[0]?.length ?? 0;
  const [mean, scale] = [new Float64Array(features), new Float64Array(features)];
  for (const row of rows) for (const [f, value] of row.entries()) mean[f] = at0(mean, f) + value / rows.length;
  for (const row of rows)
    for (const [f, value] of row.entries()) scale[f] = at0(scale, f) + (value - at0(mean, f)) ** 2 / rows.length;
  // A feature that never changes has no meaning, and must not be blown up where it does.
  return { mean, scale: scale.map((variance) => (variance < 1e-10 ? 0 : 1 / Math.sqrt(variance))) };
}

function advance(values: Float64Array, speeds: Float64Array, gradient: Float64Array, rate: number): void {
  for (let at = 0; at < values.length; at += 1) {
    speeds[at] = MOMENTUM * at0(speeds, at) - rate * at0(gradient, at);
    values[at] = at0(values, at) + at0(speeds, at);
  }
}

const at0 = (values: ArrayLike<number>, at: number): number => values[at] ?? 0;
