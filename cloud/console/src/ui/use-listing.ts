import { useState } from "react";
import { useSearchParams } from "react-router";

/** A list's filter, which the address keeps, and the page of the list that is shown. */
export type Listing = {
  filter: URLSearchParams;
  /** Sets values of the filter by their names, takes empty ones out, and goes back to the first page. */
  change: (values: Record<string, string>) => void;
  cursor: string | undefined;
  newer: (() => void) | undefined;
  older: (cursor: string) => void;
};

export function useListing(): Listing {
  const [filter, setFilter] = useSearchParams();
  const [cursors, setCursors] = useState<string[]>([]);
  const change = (values: Record<string, string>) => {
    setCursors([]);
    setFilter(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  };
  return {
    filter,
    change,
    cursor: cursors.at(-1),
    newer: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    older: (cursor) => setCursors([...cursors, cursor]),
  };
}
