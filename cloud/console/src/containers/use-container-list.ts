import type { Container } from "@container-inspection/shared-schemas/containers";
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api, bodyOf, FIRST_PAGE, queryOf } from "../api/client.ts";
import { type OrderedFilter, containerQuery } from "./containers-api.ts";

/** The next page is read when so few containers remain before it. */
const AHEAD = 25;
/** Long enough to come back from a container. */
export const KEPT_MS = 30 * 60_000;
/** Number of containers to which the range in view is rounded, since each change of it renders the page. */
const STEP = 10;

/** A page of the list, as the service gives it. */
export type ContainersPart = { items: Container[]; nextCursor: string | null };

const NONE: Container[] = [];

type View = { first: number; last: number };

const partQuery = (filter: OrderedFilter, cursor?: string) =>
  queryOf.queryOptions("get", "/v1/containers", { params: { query: { ...filter, cursor } } });

/**
 * The containers of a filter in its order, as far as they were read. While the list is held, each
 * container keeps its place, and those in view still show current data. `held` is the held part from when the user
 * left the list, for a user who returns.
 */
export function useContainerList(filter: OrderedFilter, isHeld: boolean, held: ContainersPart | undefined) {
  const { data, dataUpdatedAt, error, isPlaceholderData } = useQuery({
    ...partQuery(filter),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
  });
  const first = useHeld(isPlaceholderData ? undefined : data, JSON.stringify(filter), isHeld, held) ?? data;
  const further = useFurther(filter, first?.nextCursor ?? null);
  const parts = useMemo(() => (first ? [first, ...(further.data?.pages ?? [])] : []), [first, further.data]);
  const [view, setView] = useState<View>({ first: 0, last: 0 });
  const places = useMemo(() => placesOf(parts), [parts]);
  const inView = places.slice(view.first, view.last);
  const current = useCurrent(filter, data?.items ?? NONE, { parts, inView, readAt: further.dataUpdatedAt });
  const items = useMemo(
    () =>
      places.flatMap(({ item }) => {
        const now = current.get(item.id);
        return now === null ? [] : [now ?? item];
      }),
    [places, current],
  );

  const hasMore = hasNext(parts);
  const { fetchNextPage, isReady, error: failure } = further;
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayRead = hasMore && isReady;
  const follow = useCallback(
    (start: number, end: number) => {
      const [from, to] = [Math.floor(start / STEP) * STEP, Math.ceil((end + 1) / STEP) * STEP];
      setView((before) => (before.first === from && before.last === to ? before : { first: from, last: to }));
      if (mayRead && end + AHEAD >= places.length) showMore();
    },
    [mayRead, places.length, showMore],
  );
  return {
    items: first && items,
    first,
    /** Time at which the newest page was last read: at the start, and after each change. */
    readAt: dataUpdatedAt,
    error: error ?? failure,
    hasNewer: differs(data, first),
    follow,
    showMore: hasMore ? showMore : undefined,
  };
}

/** Returns true if a page follows those that were read. */
const hasNext = (parts: ContainersPart[]) => parts.at(-1)?.nextCursor != null;

/** Returns true if the container with the latest activity is not the first one shown. */
const differs = (newest: ContainersPart | undefined, shown: ContainersPart | undefined) =>
  newest !== undefined && newest.items[0]?.id !== shown?.items[0]?.id;

/** The first page as it was when the list came to be held; undefined while it is not. */
function useHeld(current: ContainersPart | undefined, name: string, isHeld: boolean, left: ContainersPart | undefined) {
  const [held, setHeld] = useState(left && { name, part: left });
  if (isHeld && current && held?.name !== name) setHeld({ name, part: current });
  if (!isHeld && held) setHeld(undefined);
  return isHeld && held?.name === name ? held.part : undefined;
}

/** The pages after a cursor, which are read by scrolling alone; after a failure the user decides when to try again. */
function useFurther(filter: OrderedFilter, after: string | null) {
  const query = useInfiniteQuery({
    queryKey: ["get", "/v1/containers", { params: { query: { ...filter, after } } }, "further"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam !== null && { cursor: pageParam }) };
      return (await bodyOf(api.GET("/v1/containers", { params: { query }, signal }))).data;
    },
    initialPageParam: after ?? FIRST_PAGE,
    getNextPageParam: ({ nextCursor }: ContainersPart) => nextCursor,
    enabled: false,
    gcTime: KEPT_MS,
  });
  return { ...query, isReady: query.fetchStatus === "idle" && query.error === null };
}

/** Each container once: one that became active while the pages were read is part of two. */
function placesOf(parts: ContainersPart[]): { item: Container; part: number }[] {
  const known = new Set<string>();
  const places = parts.flatMap(({ items }, part) => items.map((item) => ({ item, part })));
  return places.filter(({ item: { id } }) => !known.has(id) && known.add(id));
}

type Shown = { parts: ContainersPart[]; inView: ReturnType<typeof placesOf>; readAt: number };

/**
 * Returns the current data of the containers in view, by id; null for one that no longer exists. The first page and
 * those in view follow the changes; a container that has left its page is read by itself.
 */
function useCurrent(filter: OrderedFilter, newest: Container[], { parts, inView, readAt }: Shown) {
  const pages = [...new Set(inView.map(({ part }) => part))].flatMap((part) => {
    const [data, cursor] = [parts[part], parts[part - 1]?.nextCursor];
    return data && cursor ? [{ data, cursor }] : [];
  });
  const near = useQueries({
    queries: pages.map(({ data, cursor }) => ({
      ...partQuery(filter, cursor),
      // As it was read by scrolling, until an event marks it.
      initialData: { success: true as const, data },
      initialDataUpdatedAt: readAt,
      staleTime: Infinity,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data?.data.items ?? []),
  });
  const known = useMemo(() => new Map([...near, ...newest].map((item) => [item.id, item])), [near, newest]);
  const strays = inView.flatMap(({ item }) => (known.has(item.id) ? [] : [item.id]));
  const alone = useQueries({
    queries: strays.map((id) => containerQuery(id)),
    combine: (answers) =>
      answers.map(({ data, error }, at): [string | undefined, Container | null | undefined] => [
        strays[at],
        isMissing(error) ? null : data?.data,
      ]),
  });
  return useMemo(() => {
    const current = new Map<string, Container | null>(known);
    for (const [id, item] of alone) if (id !== undefined && item !== undefined) current.set(id, item);
    return current;
  }, [known, alone]);
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
