import { useState } from "react";
import { useSearchParams } from "react-router";

/** A list's filter, which the address keeps, and the page of the list that is shown. */
export type Listing = {
  filter: URLSearchParams;
  /** Sets a value of the filter, or takes it out when empty, and goes back to the first page. */
  change: (name: string, value: string) => void;
  cursor: string | undefined;
  newer: (() => void) | undefined;
  older: (cursor: string) => void;
};

export function useListing(): Listing {
  const [filter, setFilter] = useSearchParams();
  const [cursors, setCursors] = useState<string[]>([]);
  const change = (name: string, value: string) => {
    setCursors([]);
    setFilter(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
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
