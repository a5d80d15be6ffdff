import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type CompiledMap, compileMap } from "../matching/reading/compile-map.ts";
import { findCurrentMap, findMap } from "./category-map-store.ts";

/** Category maps as the match needs them. */
export type CategoryMaps = {
  /**
   * One version, from memory where it was used lately, since a version never changes. Throws when it does not exist.
   */
  at: (db: DatabaseOrTransaction, version: number) => Promise<CompiledMap>;
  /** The one in force. */
  current: (db: DatabaseOrTransaction) => Promise<CompiledMap>;
};

/** How many versions stay in memory: the one in force, and some that requests under way still use. */
const MAX_KEPT = 4;

/**
 * Category maps, each compiled once. Which version is in force is never remembered: every query that reads what a map
 * is needed for asks for `currentMapVersion`, so that all processes use a new map at once.
 */
export function createCategoryMaps(): CategoryMaps {
  const kept = new Map<number, CompiledMap>();
  const keep = (compiled: CompiledMap) => {
    kept.set(compiled.version, compiled);
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
