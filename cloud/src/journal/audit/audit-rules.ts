type Snapshot = Record<string, unknown>;

/** Both states of an update, without the top-level fields that are the same in both. */
export function changedFields(before: Snapshot, after: Snapshot): { before: Snapshot; after: Snapshot } {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (state: Snapshot) =>
    Object.fromEntries(changed.filter((name) => name in state).map((name) => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}
