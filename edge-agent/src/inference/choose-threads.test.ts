import { expect, test } from "vitest";
import { chooseInferenceThreads } from "./choose-threads.ts";

const auto = { workers: undefined, threadsPerWorker: undefined };

test.each([
  [auto, { askers: 1, cores: 4 }, { workers: 1, threadsPerWorker: 4 }],
  [auto, { askers: 4, cores: 2 }, { workers: 2, threadsPerWorker: 1 }],
  [auto, { askers: 2, cores: 8 }, { workers: 2, threadsPerWorker: 4 }],
  [auto, { askers: 3, cores: 8 }, { workers: 3, threadsPerWorker: 2 }],
  [auto, { askers: 0, cores: 1 }, { workers: 1, threadsPerWorker: 1 }],
  [
    { ...auto, workers: 1 },
    { askers: 4, cores: 4 },
    { workers: 1, threadsPerWorker: 4 },
  ],
  [
    { ...auto, threadsPerWorker: 1 },
    { askers: 2, cores: 8 },
    { workers: 2, threadsPerWorker: 1 },
  ],
])("%o for %o gives %o", (settings, machine, threads) => {
  expect(chooseInferenceThreads(settings, machine)).toEqual(threads);
});
