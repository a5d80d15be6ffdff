import { useState } from "react";

/** The items of a list that the user selected, as far as they are still in it. */
export function useSelection<Item extends { id: string }>(items: readonly Item[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string, isSelected = !ids.has(id)) => {
    const changed = new Set(ids);
    if (isSelected) changed.add(id);
    else changed.delete(id);
    setIds(changed);
  };
  const remove = (done: readonly string[]) => setIds(new Set([...ids].filter((id) => !done.includes(id))));
  return { ids, items: items?.filter(({ id }) => ids.has(id)) ?? [], toggle, remove };
}
