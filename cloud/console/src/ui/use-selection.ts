import { useState } from "react";

/** The ids of the items that the user selected. Those of one list do not count in another. */
export function useSelectedIds(list = "") {
  const [selected, setSelected] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });
  const ids: ReadonlySet<string> = selected.list === list ? selected.ids : NONE;
  const setIds = (changed: Iterable<string>) => setSelected({ list, ids: new Set(changed) });
  const toggle = (id: string, isSelected = !ids.has(id)) =>
    setIds(isSelected ? [...ids, id] : [...ids].filter((one) => one !== id));
  const remove = (done: readonly string[]) => setIds([...ids].filter((id) => !done.includes(id)));
  const clear = () => setIds([]);
  return { ids, toggle, remove, clear };
}

const NONE = new Set<string>();

/** The items of a list that the user selected, as far as they are still in it. */
export function useSelection<Item extends { id: string }>(items: readonly Item[] | undefined) {
  const selection = useSelectedIds();
  return { ...selection, items: items?.filter(({ id }) => selection.ids.has(id)) ?? [] };
}
