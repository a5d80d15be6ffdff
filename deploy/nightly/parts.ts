/** One long check: a program that ends with 0 when what it checks holds. */
export type NightlyPart = {
  name: string;
  /** What it proves, for the list of parts. */
  about: string;
  /** Run from the root of the checkout, with the pinned Node.js first on the PATH; at most 60 minutes. */
  command: [program: string, ...args: string[]];
};

/** The nightly parts, in the order in which they run. What takes longer than `.ci/run` allows, or needs what CI may lack, belongs here. */
export const parts: NightlyPart[] = [
  {
    name: "loaded",
    about: "the whole test suite passes beside a load of 8: no test fails by time",
    command: ["node", "deploy/nightly/run-loaded.ts"],
  },
  {
    name: "power-cut",
    about: "4,000 power cuts under eight kinds of work lose nothing that the outbox has acknowledged",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/power-cut"],
  },
];
