import { mutationOf } from "./common.mjs";

/** The rules by which scans are compared with manifests. */
export default mutationOf({
  mutate: [
    "cloud/src/inspection/matching/{reading,rules}/*.ts",
    "!cloud/src/inspection/matching/**/{*.test,testing}.ts",
  ],
  tests: "match.vitest.config.ts",
  leastPercent: 100,
});
