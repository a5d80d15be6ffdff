import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findMap } from "../category-map/category-map-store.ts";
import { readRuleSet } from "./rule-set-store.ts";
import { type AddedPicture, findVersionsOfVisit, type RuleVersions } from "./rules-in-force-store.ts";
import { type CompiledMap, compileMap } from "../../match/reading/compile-map.ts";
import { compileRules } from "../../match/rules/compile-rules.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";

/** Rules by which matches are judged: the category map, and the rule set of the site. */
export type MatchRules = {
  /**
   * Reads one version of both, from memory where it was used lately, since a version never changes. Throws when one
   * does not exist.
   */
  at: (db: DatabaseOrTransaction, versions: RuleVersions) => Promise<CompiledRules>;
  /**
   * Reads those in force for a visit: at the site whose camera took its newest picture, else for every site. `added` is
   * a picture that is about to be written.
   */
  ofVisit: (
    db: DatabaseOrTransaction,
    visit: { id: string; containerId: string },
    added?: AddedPicture,
  ) => Promise<CompiledRules>;
  /** Makes rules ready that are not in force. */
  compile: (ruleSet: { version: number; rules: RuleSet }, map: CompiledMap) => CompiledRules;
};

/** Maximum number of map versions in memory: the one in force, and some that requests under way still use. */
const MAX_MAPS = 4;
/** Rule sets are small, and every site may have one. */
const MAX_RULES = 100;

/**
 * Rules for matches, each version compiled once. The versions in force are never cached: every query for data that
 * needs the rules also reads `versionsInForce`, so that all processes use new ones immediately. `illegalConfidence` is
 * the confidence from which illegal goods are critical, unless a rule set states it.
 */
export function createMatchRules(illegalConfidence: number): MatchRules {
  const maps = new Map<number, CompiledMap>();
  const compiled = new Map<string, CompiledRules>();
  const readMap = async (db: DatabaseOrTransaction, version: number) => {
    const known = maps.get(version);
    if (known) return known;
    const found = await findMap(db, version);
    if (!found) throw new Error(`the category map has no version ${version}`);
    return keep(maps, version, compileMap(version, found.row.map), MAX_MAPS);
  };
  const at: MatchRules["at"] = async (db, { mapVersion, ruleSetVersion }) => {
    const key = `${mapVersion}/${ruleSetVersion}`;
    const known = compiled.get(key);
    if (known) return known;
    const map = await readMap(db, mapVersion);
    const { row } = await readRuleSet(db, ruleSetVersion);
    return keep(compiled, key, compileRules(row, map, illegalConfidence), MAX_RULES);
  };
  return {
    at,
    ofVisit: async (db, visit, added) => at(db, await findVersionsOfVisit(db, visit, added)),
    compile: (ruleSet, map) => compileRules(ruleSet, map, illegalConfidence),
  };
}

/** Keeps a value, and of all of them only the newest. */
function keep<Key, Value>(all: Map<Key, Value>, key: Key, value: Value, max: number): Value {
  all.set(key, value);
  for (const old of [...all.keys()].slice(0, -max)) all.delete(old);
  return value;
}
