/** Counts all keys, on which decisions depend, and keeps the first ones. */
export type Tally = { count: number; readonly keys: string[]; add: (keys: readonly string[]) => void };

export function createTally(maxKeys: number): Tally {
  const counted = { count: 0, keys: [] as string[], add };
  function add(keys: readonly string[]): void {
    counted.count += keys.length;
    counted.keys.push(...keys.slice(0, maxKeys - counted.keys.length));
  }
  return counted;
}
