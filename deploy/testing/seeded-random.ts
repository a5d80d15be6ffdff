import { createRandom, type Random } from "../power-cut/random.ts";

/** Random numbers of a test. Their seed is printed; `TEST_SEED` repeats it. */
export function seededRandom(): Random {
  const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`random moments of seed ${seed}: repeat them with TEST_SEED=${seed}`);
  return createRandom(seed);
}
