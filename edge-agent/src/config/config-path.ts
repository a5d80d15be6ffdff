import { type Document, isMap, isSeq } from "yaml";

/** A path was written that leads nowhere. */
export class PathError extends Error {
  override readonly name = "PathError";
}

/**
 * Reads the path of a setting, such as `cameras[0].url`, `cameras.gate-1-top.url` or `models.category.file`: an entry
 * of a list is named by its place or by its `id`. The last part need not be there.
 */
export function readPath(text: string, document: Document): (string | number)[] {
  const parts = text
    .replaceAll(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((part) => part !== "");
  if (parts.length === 0) throw new PathError("the path is empty; example: cloud.url");
  const path: (string | number)[] = [];
  for (let index = 0; index < parts.length; index++) {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    if (!isSeq(node)) {
      path.push(parts[index] ?? "");
      continue;
    }
    const { place, used } = findEntry(node, parts.slice(index));
    if (place < 0) throw new PathError(`${text}: the list has no entry "${parts[index]}"`);
    path.push(place);
    index += used - 1;
  }
  return path;
}

/** An entry by its place, or by its id, which may contain dots. */
function findEntry(list: { items: unknown[] }, parts: readonly string[]): { place: number; used: number } {
  for (let used = parts.length; used > 0; used--) {
    const id = parts.slice(0, used).join(".");
    const place = list.items.findIndex((item) => isMap(item) && item.get("id") === id);
    if (place >= 0) return { place, used };
  }
  const place = Number(parts[0]);
  return { place: Number.isInteger(place) && place < list.items.length ? place : -1, used: 1 };
}
