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
  {
    about: "two records that the cloud always answers 500 are both parked (seed 207810024891)",
    schedule: {
      ...calm,
      seed: 207_810_024_891,
      captures: [
        { ...scan, atMs: 60_092, numberedAfterMs: 182_461, fault: "fails" },
        { ...scan, atMs: 94_061, fault: "fails" },
      ],
    },
  },
  {
    about: "a record that gets 500 and 413 at random, as others do, is parked for neither (seed 207810189731)",
    schedule: {
      ...calm,
      seed: 207_810_189_731,
      captures: [
        { ...scan, atMs: 311008 },
        { ...scan, atMs: 192392 },
        { ...scan, atMs: 185652 },
        { ...scan, atMs: 128282 },
        { ...scan, atMs: 88168, camera: 2, kind: "evidence" },
        { ...scan, atMs: 144338, camera: 2 },
        { ...scan, atMs: 234848 },
        { ...scan, atMs: 13652 },
        { ...scan, atMs: 300958 },
        { ...scan, atMs: 7664 },
        { ...scan, atMs: 141655 },
      ],
      weather: [
        { fault: "internal-error", fromMs: 60515, toMs: 660515, share: 0.8 },
        { fault: "too-large-for-all", fromMs: 120665, toMs: 720665, share: 0.5 },
      ],
      crashes: [{ side: "agent-stops", at: { ms: 358668 }, downMs: 5000 }],
    },
  },
  {
    about: "a record that was recorded, and parked for its size before it was answered, is retried (seed 207810876326)",
    schedule: {
      ...calm,
      seed: 207_810_876_326,
      captures: [
        { ...scan, atMs: 9 },
        { ...scan, atMs: 26 },
        { ...scan, atMs: 59 },
        { ...scan, atMs: 59, camera: 2 },
        { ...scan, atMs: 19 },
        { ...scan, atMs: 82 },
        { ...scan, atMs: 32, camera: 2 },
        { ...scan, atMs: 84, numberedAfterMs: 114 },
        { ...scan, atMs: 38, camera: 1, kind: "identify" },
        { ...scan, atMs: 79 },
      ],
      weather: [{ fault: "too-large-for-all", fromMs: 71, toMs: 300071, share: 0.8 }],
      crashes: [
        { side: "cloud", process: 0, at: { call: 10 }, downMs: 1 },
        { side: "agent", at: { call: 33, when: "before" }, downMs: 500 },
      ],
    },
  },
];
