import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findCurrentMap, findMap } from "../category-map/category-map-store.ts";
import { bundledRuleSet } from "./bundled/rule-set.ts";
import { type CompiledMap, compileMap } from "./reading/compile-map.ts";
import { compileRules } from "./rules/compile-rules.ts";
import type { CompiledRules } from "./rules/match-manifest.ts";

/** What matches are judged by: the category map, and the rules of the site. */
export type MatchRules = {
  /**
   * With one version of the map, from memory where it was used lately, since a version never changes. Throws when it
   * does not exist.
   */
  at: (db: DatabaseOrTransaction, mapVersion: number) => Promise<CompiledRules>;
  /** With the map in force. */
  current: (db: DatabaseOrTransaction) => Promise<CompiledRules>;
};

/** How many versions stay in memory: the one in force, and some that requests under way still use. */
const MAX_KEPT = 4;

/**
 * Rules for matches, each version compiled once. Which version is in force is never remembered: every query that reads
 * what the rules are needed for asks for `currentMapVersion`, so that all processes use a new map at once.
 * `illegalConfidence`: from where on illegal goods are critical, unless a rule set states its own.
 */
export function createMatchRules(illegalConfidence: number): MatchRules {
  const kept = new Map<number, CompiledRules>();
  const keep = (map: CompiledMap) => {
    const compiled = compileRules({ version: 1, rules: bundledRuleSet }, map, illegalConfidence);
    kept.set(map.version, compiled);
    for (const version of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(version);
    return compiled;
  };
  return {
    async at(db, version) {
      const known = kept.get(version);
      if (known) return known;
      const found = await findMap(db, version);
      if (!found) throw new Error(`the category map has no version ${version}`);
      return keep(compileMap(version, found.row.map));
    },
    async current(db) {
      const { row } = await findCurrentMap(db);
      return kept.get(row.version) ?? keep(compileMap(row.version, row.map));
    },
  };
}
