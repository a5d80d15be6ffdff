import type { CaptureStep, Schedule } from "./schedule.ts";

const scan: CaptureStep = {
  atMs: 0,
  camera: 0,
  kind: "category-scan",
  numberedAfterMs: null,
  events: 0,
  hasInvalidEvent: false,
  fault: "none",
};
const calm: Omit<Schedule, "seed"> = {
  captures: [],
  weather: [],
  crashes: [],
  clockJumps: [],
  keyChange: null,
  upgradeAtMs: null,
  hasSecondAddress: false,
};

/** Schedules that once failed. */
export const keptSchedules: { about: string; schedule: Schedule }[] = [
  {
    about: "a record that a proxy refuses for its size does not stop the others after an outage (seed 112)",
    schedule: {
      ...calm,
      seed: 112,
      captures: [
        { ...scan, atMs: 136, fault: "too-large" },
        { ...scan, atMs: 175, kind: "identify" },
      ],
      weather: [{ fault: "portal", fromMs: 157, toMs: 300_157, share: 0.8 }],
    },
  },
];
