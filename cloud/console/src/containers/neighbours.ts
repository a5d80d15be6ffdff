import type { Container } from "@container-inspection/shared-schemas/containers";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { KEPT_MS } from "./use-container-list.ts";

/** A container beside another one in a list. */
export type Neighbour = Pick<Container, "id" | "containerNumber">;

/** The list as it was last shown is kept with the service's answers, which another user who signs in does not find. */
const KEY = ["containers-shown"];
const NONE: Neighbour[] = [];

/** Keeps the containers that a list shows, in its order, for the page of each of them. */
export function useShownList(items: readonly Neighbour[] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!items) return;
    queries.setQueryDefaults(KEY, { gcTime: KEPT_MS });
    queries.setQueryData(
      KEY,
      items.map(({ id, containerNumber }) => ({ id, containerNumber })),
    );
  }, [queries, items]);
}

/** Returns the containers beside one in the list as it was last shown; neither where that list does not have it. */
export function useNeighbours(id: string): { previous: Neighbour | undefined; next: Neighbour | undefined } {
  const queries = useQueryClient();
  const [shown] = useState(() => queries.getQueryData<Neighbour[]>(KEY) ?? NONE);
  const at = shown.findIndex((one) => one.id === id);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: shown[at - 1], next: shown[at + 1] };
}
