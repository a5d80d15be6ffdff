import { isCollection, isMap, isNode, isScalar, type Document, type LineCounter } from "yaml";

export type Position = { line: number; column: number };

/**
 * Finds the place of values and keys in a YAML document. For a missing path, the place of the nearest section
 * around it is returned: that is where the missing value belongs.
 */
export function createPositions(document: Document, lines: LineCounter) {
  const at = (offset: number | undefined): Position => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };

  const ofValue = (path: readonly PropertyKey[]): Position => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return at(isNode(document.contents) ? document.contents.range?.[0] : 0);
  };

  const ofKey = (path: readonly PropertyKey[], key: string): Position => {
    const parent = path.length === 0 ? document.contents : document.getIn(path, true);
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : null;
    return pair && isScalar(pair.key) ? at(pair.key.range?.[0]) : ofValue(path);
  };

  /** True when the value is present, even if it is empty. */
  const has = (path: readonly PropertyKey[]): boolean =>
    path.length === 0 || (isCollection(document.contents) && document.hasIn(path));

  return { at, ofValue, ofKey, has };
}
export type Positions = ReturnType<typeof createPositions>;
