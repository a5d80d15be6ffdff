import { bundledMap } from "../../match/bundled/category-map.ts";
import { compileMap, type CompiledMap } from "../../match/reading/compile-map.ts";
import { readDeclaredGoods } from "../../match/reading/read-goods.ts";

let map: CompiledMap | undefined;

/** True where manifests are attached and each declares an empty container, in the words that the match reads. */
export function isEmptyContainer(manifests: readonly { declaredGoods: unknown }[]): boolean {
  if (manifests.length === 0) return false;
  map ??= compileMap(1, bundledMap);
  const words = map;
  return manifests.every(({ declaredGoods }) => {
    const goods = readDeclaredGoods(declaredGoods, words, 0);
    return goods.kind === "empty" && goods.unsure === undefined;
  });
}
