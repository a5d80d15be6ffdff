/** Uniform random numbers in [0, 1) from a seed: the same on every machine. */
export type Random = () => number;

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, least: number, most: number): number => least + (most - least) * random();

/** Standard normal, after Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A random value around 0 that forgets: standard deviation 1, correlated over `memorySeconds`. */
export function createDrift(random: Random, memorySeconds: number, stepSeconds: number): () => number {
  const keep = Math.exp(-stepSeconds / memorySeconds);
  let value = normal(random);
  return () => (value = keep * value + Math.sqrt(1 - keep ** 2) * normal(random));
}
