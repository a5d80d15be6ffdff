/**
 * Tiers of tests, by the resources a test needs. The name of a file chooses its tier; `.github/CONTRIBUTING.md` has
 * the table for people. Patterns are relative to the root of the checkout.
 */
export const CORE = "**/*.test.{ts,tsx}";
export const BROWSER = "**/*.browser.test.ts";
export const SYSTEM = "**/*.system.test.ts";

/** One test of each tier but the core, so that `npm test` proves the way from a camera to the console. */
export const SMOKE = [
  "cloud/console/tests/browser/console.browser.test.ts",
  "deploy/walk/first-walk.system.test.ts",
] as const;

/** A part of the tests that Vitest runs as a project. */
export type Project = {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
  /** True where its tests may use the Postgres server of the run. */
  usesPostgres: boolean;
  /** True where its tests render pages of the console in happy-dom. */
  rendersPages?: boolean;
};

const OTHERS = [BROWSER, SYSTEM];
/** Walks that start their own cloud. */
const WHOLE_SYSTEM = [`deploy/walk/${SYSTEM}`, `deploy/faults/${SYSTEM}`];
/** The match is pure, and so are its tests. */
const MATCH = `cloud/src/match/${CORE}`;
const COMPONENTS = `cloud/console/tests/components/${CORE}`;

export const projects: readonly Project[] = [
  { name: "core-cloud", include: [`cloud/${CORE}`], exclude: [...OTHERS, COMPONENTS, MATCH], usesPostgres: true },
  { name: "core-match", include: [MATCH], exclude: OTHERS, usesPostgres: false },
  { name: "core-console", include: [COMPONENTS], exclude: OTHERS, usesPostgres: false, rendersPages: true },
  {
    name: "core-edge",
    include: [`shared-schemas/${CORE}`, `edge-agent/${CORE}`, `deploy/${CORE}`],
    exclude: OTHERS,
    usesPostgres: false,
  },
  { name: "smoke", include: SMOKE, exclude: [], usesPostgres: true },
  // Programs of both packages set the libraries of their process up in their own way: their tests share no process.
  { name: "browser-cloud", include: [`cloud/${BROWSER}`], exclude: SMOKE, usesPostgres: true },
  { name: "browser-edge", include: [`edge-agent/${BROWSER}`], exclude: [], usesPostgres: false },
  {
    name: "system-cloud",
    include: [`cloud/${SYSTEM}`, ...WHOLE_SYSTEM],
    exclude: SMOKE,
    usesPostgres: true,
  },
  {
    name: "system-edge",
    include: [`edge-agent/${SYSTEM}`, `deploy/${SYSTEM}`],
    exclude: WHOLE_SYSTEM,
    usesPostgres: false,
  },
];

/** The projects of each command: `npm test`, `npm run test:rest` and `npm run test:all`. */
export const SELECTIONS = {
  quick: ["core-*", "smoke"],
  rest: ["browser-*", "system-*"],
  all: ["*"],
} as const;
