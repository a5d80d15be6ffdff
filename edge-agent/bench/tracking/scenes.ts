/** Content of one kind of drawn sequence; lengths in pixels of a picture of 1280 × 720, times in seconds. */
export type Scene = {
  name: string;
  /** Objects in sight at the same time. */
  count: number;
  /** Heights at the lower edge of the picture; higher things are more distant and smaller. */
  heights: [least: number, most: number];
  /** Width / height. */
  aspects: [least: number, most: number];
  /** Speed in heights per second. */
  speeds: [least: number, most: number];
  /** Radians per second by which a course changes, standard deviation. */
  turning: number;
  /** Courses are within this many radians of the horizontal. */
  spread: number;
  /** Stops per second of motion, and how long they take. */
  stopsPerSecond: number;
  stopSeconds: [least: number, most: number];
  /** All move at the same speed and stop together, as on a belt. */
  inStep?: boolean;
  /** Pillars in front of everything, which hide what passes behind them. */
  pillars: number;
  /** Share of objects that turn round beyond the border and return under the same identity. */
  returning: number;
  /** Amplitude of the camera's shaking in wind, in pixels, and number of jolts per second. */
  shakePixels: number;
  joltsPerSecond: number;
  /** Mean confidence of a fully visible object, and noise of its box as a share of its size. */
  confidence: number;
  boxNoise: number;
  /** False detections per frame. */
  strays: number;
};

const yard: Scene = {
  name: "yard",
  count: 14,
  heights: [90, 220],
  aspects: [0.35, 1.1],
  speeds: [0.3, 1.5],
  turning: 0.5,
  spread: Math.PI,
  stopsPerSecond: 0.12,
  stopSeconds: [0.5, 4],
  pillars: 2,
  returning: 0.4,
  shakePixels: 0,
  joltsPerSecond: 0,
  confidence: 0.7,
  boxNoise: 0.03,
  strays: 0.3,
};

/** Kinds of sequences: sites of the agent, and the difficulties for tracking there. */
export const scenes: Scene[] = [
  yard,
  {
    ...yard,
    name: "crowd",
    count: 30,
    heights: [110, 260],
    aspects: [0.33, 0.45],
    speeds: [0.1, 0.7],
    confidence: 0.55,
  },
  {
    ...yard,
    name: "forklifts",
    count: 7,
    heights: [70, 160],
    aspects: [0.8, 1.6],
    speeds: [1, 4],
    turning: 1,
    stopsPerSecond: 0.25,
  },
  {
    ...yard,
    name: "lane",
    count: 5,
    heights: [220, 420],
    aspects: [1.2, 2.4],
    speeds: [0.2, 1.3],
    turning: 0.05,
    spread: 0.15,
    stopsPerSecond: 0.3,
    stopSeconds: [1, 6],
    returning: 0.1,
    confidence: 0.75,
  },
  {
    ...yard,
    name: "belt",
    count: 12,
    heights: [70, 130],
    aspects: [0.8, 1.6],
    speeds: [1.5, 1.5],
    turning: 0,
    spread: 0.02,
    stopsPerSecond: 0.1,
    stopSeconds: [1, 3],
    inStep: true,
    pillars: 1,
    returning: 0,
    boxNoise: 0.02,
  },
  { ...yard, name: "wind", shakePixels: 7, joltsPerSecond: 0.15 },
  { ...yard, name: "weak", confidence: 0.42, boxNoise: 0.06, strays: 0.8 },
  {
    ...yard,
    name: "dim",
    count: 30,
    heights: [110, 260],
    aspects: [0.33, 0.45],
    speeds: [0.1, 0.7],
    confidence: 0.4,
    boxNoise: 0.08,
    strays: 1,
  },
];
