// A setup file of Vitest: property tests draw the same examples in each run by day, so that none fails by chance, and
// new ones in each nightly run.
import { configureGlobal } from "fast-check";
import { fewOrMany } from "./few-or-many.ts";

configureGlobal(fewOrMany({ seed: 36 }, {}));
