import { mutationOf } from "./common.mjs";

/** The rules by which scans are compared with manifests. */
export default mutationOf({
  mutate: ["cloud/src/match/{reading,rules}/*.ts", "!cloud/src/match/**/{*.test,testing}.ts"],
  tests: "match.vitest.config.ts",
  leastPercent: 100,
});
