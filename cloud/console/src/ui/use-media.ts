import { useMemo, useSyncExternalStore } from "react";

/** Returns true while a media query applies, such as `(min-width: 1101px)`. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => list.matches,
  );
}
