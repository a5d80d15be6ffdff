import { mutationOf } from "./common.mjs";

/** The pure rules of the cloud, the order of scans and the visits of both programs. */
export default mutationOf({
  mutate: [
    "cloud/src/**/*-rules.ts",
    "cloud/src/inspection/record/order-scans.ts",
    "edge-agent/src/stations/watch-visits.ts",
    "!cloud/src/match/**",
  ],
  tests: "rules.vitest.config.ts",
  leastPercent: 100,
});
